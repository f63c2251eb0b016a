package dev.tidemill.promql.function;

/**
 * One classic histogram at one moment: cumulative counts per upper bound, bounds ascending. Filled
 * and used again for each step.
 */
public final class Buckets {
  private static final double ROUNDING = 1e-12;

  private final double[] bounds;
  private final double[] counts;
  private int size;
  private boolean forced;
  private double forcedFrom;
  private double forcedTo;
  private double forcedMost;

  public Buckets(int capacity) {
    bounds = new double[capacity];
    counts = new double[capacity];
  }

  public void clear() {
    size = 0;
    forced = false;
    forcedFrom = Double.POSITIVE_INFINITY;
    forcedTo = Double.NEGATIVE_INFINITY;
    forcedMost = 0;
  }

  /** Takes the next bucket; one with the same bound as before is added to it. */
  public void add(double bound, double count) {
    if (size > 0 && bounds[size - 1] == bound) {
      counts[size - 1] += count;
    } else {
      bounds[size] = bound;
      counts[size++] = count;
    }
  }

  public boolean isEmpty() {
    return size == 0;
  }

  private boolean endsInInfinity() {
    return bounds[size - 1] == Double.POSITIVE_INFINITY;
  }

  /** The value that this part of the observations does not exceed, linear within a bucket. */
  public double quantile(double q) {
    if (Double.isNaN(q)) {
      return Double.NaN;
    }
    if (q < 0) {
      return Double.NEGATIVE_INFINITY;
    }
    if (q > 1) {
      return Double.POSITIVE_INFINITY;
    }
    if (!endsInInfinity()) {
      return Double.NaN;
    }
    smooth();
    makeMonotonic();
    if (size < 2 || counts[size - 1] == 0) {
      forced = false;
      return Double.NaN;
    }
    double rank = q * counts[size - 1];
    int b = search(rank);
    if (b == size - 1) {
      return bounds[size - 2];
    }
    if (b == 0 && bounds[0] <= 0) {
      return bounds[0];
    }
    double start = b == 0 ? 0 : bounds[b - 1];
    double below = b == 0 ? 0 : counts[b - 1];
    return start + (bounds[b] - start) * ((rank - below) / (counts[b] - below));
  }

  /**
   * The first bucket with so many; the last one if none has. By halves, as upstream looks: among
   * counts that are not numbers, what is found depends on where one looks.
   */
  private int search(double rank) {
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (counts[middle] >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Differences that only rounding made, as after a rate. */
  private void smooth() {
    double before = counts[0];
    for (int i = 1; i < size; i++) {
      double difference = Math.abs(counts[i] - before);
      if (difference != 0 && difference / counts[i] <= ROUNDING) {
        counts[i] = before;
      } else if (difference != 0) {
        before = counts[i];
      }
    }
  }

  /** Counts cannot fall; where they do, the larger one is taken on. */
  private void makeMonotonic() {
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      if (counts[i] > most) {
        most = counts[i];
      } else if (counts[i] < most) {
        forcedMost = Math.max(forcedMost, most - counts[i]);
        forcedFrom = Math.min(forcedFrom, bounds[i]);
        forcedTo = Math.max(forcedTo, bounds[i]);
        forced = true;
        counts[i] = most;
      }
    }
  }

  /** The part of the observations between two values. */
  public double fraction(double lower, double upper) {
    if (!endsInInfinity()) {
      return Double.NaN;
    }
    double count = counts[size - 1];
    if (count == 0 || Double.isNaN(lower) || Double.isNaN(upper)) {
      return Double.NaN;
    }
    if (lower >= upper) {
      return 0;
    }
    return (Math.min(count, rank(upper)) - Math.min(count, rank(lower))) / count;
  }

  /** How many observations are below. */
  private double rank(double value) {
    double rank = 0;
    for (int i = 0; i < size; i++) {
      double low = i > 0 ? bounds[i - 1] : bounds[0] > 0 ? 0 : Double.NEGATIVE_INFINITY;
      if (low >= value) {
        return rank;
      }
      if (bounds[i] > value) {
        return low == Double.NEGATIVE_INFINITY
            ? counts[i]
            : rank + (counts[i] - rank) * (value - low) / (bounds[i] - low);
      }
      rank = counts[i];
    }
    return counts[size - 1];
  }

  /** Whether the last quantile was only found by changing counts that fell. */
  public boolean forced() {
    return forced;
  }

  public double forcedFrom() {
    return forcedFrom;
  }

  public double forcedTo() {
    return forcedTo;
  }

  public double forcedMost() {
    return forcedMost;
  }
}
