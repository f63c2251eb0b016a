package dev.tidemill.jobs;

import dev.tidemill.jobs.state.WorkerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker as it stands.
 *
 * @param held how many jobs it holds
 * @param doing JSON for people, from its last heartbeat
 * @param silent how long ago it was last heard of, by the store's clock
 */
public record WorkerView(
    long id,
    String name,
    @Nullable String group,
    WorkerStatus status,
    boolean drainRequested,
    String host,
    long pid,
    String build,
    int slots,
    int held,
    List<String> capabilities,
    List<String> types,
    Duration lease,
    Instant startedAt,
    Duration silent,
    String doing) {
  public WorkerView {
    capabilities = List.copyOf(capabilities);
    types = List.copyOf(types);
  }
}
