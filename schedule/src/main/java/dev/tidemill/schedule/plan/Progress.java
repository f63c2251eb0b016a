package dev.tidemill.schedule.plan;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a schedule has come.
 *
 * @param tick the next to decide upon; absent when there is none before the end
 * @param fired how often it has fired by itself
 * @param open is a run of it still open?
 * @param queued fires that wait for such a run
 */
public record Progress(@Nullable Instant tick, long fired, boolean open, int queued) {}
