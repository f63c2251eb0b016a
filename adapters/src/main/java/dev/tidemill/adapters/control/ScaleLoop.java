package dev.tidemill.adapters.control;

import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.control.ControlSettings;
import dev.tidemill.scale.log.DecisionLog;
import dev.tidemill.scale.signal.SignalSource;
import dev.tidemill.scale.store.StatusNote;
import dev.tidemill.schedule.leader.Election;
import dev.tidemill.schedule.leader.HolderId;
import dev.tidemill.schedule.leader.LeaderLease;
import dev.tidemill.schedule.leader.LeaseSettings;
import dev.tidemill.schedule.leader.Term;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One server's part in sizing the fleet: stands for election, and controls while it leads. */
public final class ScaleLoop extends BaseService {
  private final Standing standing;
  private final Parts parts;
  private final ControlDesk desk;
  private final TimeSource time;
  private @Nullable Election election;

  /**
   * What a controller works with.
   *
   * @param round how often it decides
   * @param keep how long decisions are kept
   */
  public record Parts(
      ScalingPolicy policy,
      ControlSettings control,
      Duration round,
      Duration keep,
      String build,
      SignalSource signals,
      DecisionLog log,
      StatusNote note,
      ScaleMetrics metrics) {}

  /**
   * Its part in the election.
   *
   * @param holder asked at each start, once its address is known
   */
  public record Standing(LeaseSettings settings, Supplier<HolderId> holder, LeaderLease lease) {}

  public ScaleLoop(Standing standing, Parts parts, ControlDesk desk, TimeSource time) {
    super("scale");
    this.standing = standing;
    this.parts = parts;
    this.desk = desk;
    this.time = time;
  }

  /** The term under which this server controls right now. */
  public Optional<Term> leads() {
    Election now = election;
    return now == null ? Optional.empty() : now.leads();
  }

  @Override
  protected void open() {
    Election begun =
        new Election(
            "scale",
            standing.settings(),
            standing.holder().get(),
            standing.lease(),
            (term, latch) -> new ScaleReign(parts, desk, term, latch, time),
            time,
            parts.metrics());
    election = begun;
    begun.start();
  }

  @Override
  protected void close() {
    Election ended = election;
    election = null;
    if (ended != null) {
      ended.stop();
    }
  }
}
