package dev.tidemill.scale.log;

import dev.tidemill.scale.control.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where decisions are kept. Thread-safe. */
public interface DecisionLog {

  /** Keeps it, whatever it says. */
  long put(Decision decision);

  /**
   * Newest first.
   *
   * @param before only those older than this one; 0 for all
   */
  List<StoredDecision> list(long before, int limit);

  Optional<StoredDecision> find(long id);

  /** Removes what is older, a bounded number at a time; how many went. */
  int forget(Duration age);
}
