package dev.tidemill.scale.signal;

import dev.tidemill.core.job.Queue;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.Reading;
import java.time.Duration;

/**
 * The work of one queue that needs one set of capabilities.
 *
 * @param waiting could be claimed now; jobs of a key that is full cannot
 * @param dueParked parked and due
 * @param inFlight claimed
 * @param oldestWait of those that wait or are due
 * @param dueSoon jobs that schedules will start shortly
 * @param capped there are more than were counted
 */
public record WorkSignals(
    Queue queue,
    CapabilitySet needs,
    int waiting,
    int dueParked,
    int inFlight,
    Duration oldestWait,
    int dueSoon,
    Demand.Pace pace,
    boolean capped) {

  /** As a policy sees it. There is no interactive work in the store. */
  Demand demand() {
    return new Demand(
        needs,
        Reading.of(waiting),
        Reading.of(inFlight),
        Reading.of(oldestWait),
        Reading.of(dueParked),
        Reading.of(0),
        Reading.of(Duration.ZERO),
        Reading.of(dueSoon),
        pace);
  }
}
