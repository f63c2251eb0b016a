package dev.tidemill.promql.function;

/** A sum that keeps what rounding takes, after Kahan and Neumaier. */
final class KahanSum {
  private double sum;
  private double error;

  KahanSum() {
    this(0);
  }

  KahanSum(double first) {
    sum = first;
  }

  void add(double value) {
    double next = sum + value;
    if (Double.isInfinite(next)) {
      error = 0;
    } else if (Math.abs(sum) >= Math.abs(value)) {
      error += (sum - next) + value;
    } else {
      error += (value - next) + sum;
    }
    sum = next;
  }

  /** Whether adding would leave the range of numbers. */
  boolean wouldOverflow(double value) {
    return Double.isInfinite(sum + value);
  }

  void multiply(double factor) {
    sum *= factor;
    error *= factor;
  }

  void divide(double divisor) {
    sum /= divisor;
    error /= divisor;
  }

  double value() {
    return sum + error;
  }

  double sum() {
    return sum;
  }

  double error() {
    return error;
  }
}
