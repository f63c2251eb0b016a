package dev.tidemill.promql.series;

import org.jspecify.annotations.Nullable;

/** A cursor that stands on one series at a time, or on none. */
public abstract class StandingCursor implements SeriesCursor {
  private @Nullable Labels labels;
  private @Nullable Samples samples;
  private boolean closed;

  /** Leaves the series it stood on; what every {@link #next} begins with. */
  protected final void leave() {
    requireOpen();
    labels = null;
    samples = null;
  }

  protected final void standOn(Labels on, Samples with) {
    labels = on;
    samples = with;
  }

  @Override
  public final Labels labels() {
    return current(labels);
  }

  @Override
  public final Samples samples() {
    return current(samples);
  }

  private <T> T current(@Nullable T of) {
    requireOpen();
    if (of == null) {
      throw new IllegalStateException("the cursor stands on no series");
    }
    return of;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
