package dev.tidemill.cli.output;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.DoubleStream;

/** Numbers over time as one line of blocks, as high as they lie between the least and the most. */
public final class Sparkline {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final int WIDTH = 60;

  private final List<Double> values;
  private final double least;
  private final double most;

  public Sparkline(List<Double> values) {
    this.values = List.copyOf(values);
    this.least = finite().min().orElse(Double.NaN);
    this.most = finite().max().orElse(Double.NaN);
  }

  private DoubleStream finite() {
    return values.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite);
  }

  /** At most 60 characters: of neighbours that share one, the last is shown. */
  public String text() {
    var text = new StringBuilder();
    int width = Math.min(WIDTH, values.size());
    for (int i = 0; i < width; i++) {
      double value = values.get((int) ((i + 1L) * values.size() / width) - 1);
      text.append(Double.isFinite(value) ? BLOCKS.charAt(height(value)) : ' ');
    }
    return text.toString();
  }

  private int height(double value) {
    // Halved, since the distance of two finite numbers need not be finite.
    double share = most > least ? (value / 2 - least / 2) / (most / 2 - least / 2) : 0.5;
    return (int) Math.min(BLOCKS.length() - 1, Math.floor(share * BLOCKS.length()));
  }

  public String least() {
    return shown(least);
  }

  public String most() {
    return shown(most);
  }

  public String last() {
    return values.isEmpty() ? "" : shown(values.getLast());
  }

  /** Six digits are enough to look at. */
  private static String shown(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).round(new MathContext(6)).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }
}
