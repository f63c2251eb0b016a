package dev.tidemill.scale.simulate.peer;

import dev.tidemill.scale.policy.CapabilityPolicy;
import dev.tidemill.scale.policy.GroupBounds;
import dev.tidemill.scale.policy.TargetPolicy;
import dev.tidemill.scale.policy.TargetSettings;
import dev.tidemill.scale.policy.VanillaPolicy;
import dev.tidemill.scale.simulate.PolicyScaler;
import dev.tidemill.scale.simulate.Scaler;
import java.util.List;
import java.util.function.Supplier;

/** Who is compared. */
public final class Contenders {
  private static final GroupBounds ANY = new GroupBounds(0, 1000);

  private Contenders() {}

  /** A scaler by name, made anew for each simulation. */
  public record Contender(String name, Supplier<Scaler> scaler) {}

  public static Contender ours() {
    return new Contender(
        "target", () -> new PolicyScaler(new TargetPolicy(TargetSettings.within(ANY))));
  }

  public static List<Contender> peers() {
    return List.of(
        new Contender("HPA busy 80 %", HpaScaler::new),
        new Contender("KEDA 1 per slot", () -> new KedaScaler(1)),
        new Contender("KEDA 5 per slot", () -> new KedaScaler(5)),
        new Contender("OpenGRIS vanilla", () -> new PolicyScaler(new VanillaPolicy(ANY))),
        new Contender("OpenGRIS capability", () -> new PolicyScaler(new CapabilityPolicy(ANY))),
        new Contender("Dask adaptive", DaskScaler::new),
        new Contender("Nomad target-value", NomadScaler::new));
  }
}
