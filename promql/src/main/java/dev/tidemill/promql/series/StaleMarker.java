package dev.tidemill.promql.series;

/**
 * The NaN that says a series has ended. Told from other NaNs by its bits alone, so it must never
 * pass through arithmetic. Between steps of an evaluation it also stands for "no value here".
 */
public final class StaleMarker {
  public static final long BITS = 0x7ff0000000000002L;
  public static final double VALUE = Double.longBitsToDouble(BITS);

  private StaleMarker() {}

  public static boolean is(double value) {
    return Double.doubleToRawLongBits(value) == BITS;
  }
}
