package dev.tidemill.scale.simulate;

import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.PolicyMemory;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One of our policies, asked as the controller asks it. */
public final class PolicyScaler implements Scaler {
  private final ScalingPolicy policy;
  private PolicyMemory memory = PolicyMemory.NONE;

  public PolicyScaler(ScalingPolicy policy) {
    this.policy = policy;
  }

  @Override
  public double every() {
    return 5;
  }

  @Override
  public Order look(ScalingSnapshot snapshot, Instant at) {
    ScalingPolicy.Advised advised = policy.advise(snapshot, memory, at);
    memory = advised.memory();
    int size = 0;
    List<GroupId> victims = new ArrayList<>();
    for (ScalingAdvice.Line line : advised.advice().lines()) {
      size += line.desired();
      victims.addAll(line.victims());
    }
    return new Order.Drain(size, victims);
  }
}
