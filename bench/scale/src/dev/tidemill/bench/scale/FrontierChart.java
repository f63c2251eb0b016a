package dev.tidemill.bench.scale;

import dev.tidemill.scale.simulate.Scores;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One small field per load: paid to the right, waited upwards, both logarithmic. */
final class FrontierChart {
  private static final int WIDTH = 250;
  private static final int HEIGHT = 190;
  private static final int COLUMNS = 4;
  private static final int LEGEND = 40;
  private static final List<String> COLOURS =
      List.of(
          "#0b6e4f", "#c1121f", "#f77f00", "#fcbf49", "#4361ee", "#7209b7", "#8d6e63", "#6c757d");

  private FrontierChart() {}

  static String draw(Map<String, Map<String, Scores>> all) {
    int rows = Math.ceilDiv(all.size(), COLUMNS);
    var svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n"
            .formatted(COLUMNS * WIDTH, rows * HEIGHT + LEGEND));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    List<String> names = new ArrayList<>(all.values().iterator().next().keySet());
    for (int i = 0; i < names.size(); i++) {
      double x = 12 + (i % 4) * WIDTH;
      double y = 14 + (i / 4) * 16;
      dot(svg, x, y, i);
      text(svg, x + 10, y + 4, names.get(i), "start");
    }
    int field = 0;
    for (var load : all.entrySet()) {
      double left = (field % COLUMNS) * WIDTH;
      double top = LEGEND + (field / COLUMNS) * HEIGHT;
      field(svg, left, top, load.getKey(), new ArrayList<>(load.getValue().values()));
      field++;
    }
    return svg.append("</svg>\n").toString();
  }

  private static void field(
      StringBuilder svg, double left, double top, String name, List<Scores> scores) {
    double x0 = left + 34;
    double y0 = top + HEIGHT - 28;
    double w = WIDTH - 50;
    double h = HEIGHT - 54;
    svg.append(
        line("<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" fill=\"none\" stroke=\"#bbb\"/>\n",
            x0, y0 - h, w, h));
    text(svg, x0, y0 - h - 6, name, "start");
    double[] paid = range(scores.stream().mapToDouble(s -> s.paid() / 3600).toArray());
    double[] waited = range(scores.stream().mapToDouble(s -> s.waited() / 3600).toArray());
    text(svg, x0, y0 + 13, number(paid[0]), "start");
    text(svg, x0 + w / 2, y0 + 13, "paid, worker-hours", "middle");
    text(svg, x0 + w, y0 + 13, number(paid[1]), "end");
    text(svg, x0 - 3, y0, number(waited[0]), "end");
    text(svg, x0 - 3, y0 - h + 9, number(waited[1]), "end");
    for (int i = scores.size() - 1; i >= 0; i--) {
      Scores one = scores.get(i);
      dot(
          svg,
          x0 + w * share(one.paid() / 3600, paid),
          y0 - h * share(one.waited() / 3600, waited),
          i);
    }
  }

  private static double[] range(double[] values) {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (double value : values) {
      least = Math.min(least, Math.max(0.01, value));
      most = Math.max(most, value);
    }
    return new double[] {least / 1.3, most * 1.3};
  }

  private static double share(double value, double[] range) {
    return Math.log(Math.max(0.01, value) / range[0]) / Math.log(range[1] / range[0]);
  }

  private static void dot(StringBuilder svg, double x, double y, int i) {
    svg.append(
        line("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"", x, y, i == 0 ? 6.0 : 4.0))
        .append(COLOURS.get(i))
        .append("\"/>\n");
  }

  private static void text(StringBuilder svg, double x, double y, String text, String anchor) {
    svg.append(line("<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"", x, y))
        .append(anchor)
        .append("\">")
        .append(text.replace("&", "&amp;").replace("<", "&lt;"))
        .append("</text>\n");
  }

  private static String number(double value) {
    return line(value < 1 ? "%.2f" : "%.0f", value);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
