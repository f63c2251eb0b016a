package dev.tidemill.server.prometheus;

import dev.tidemill.metrics.read.SegmentReader;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.promql.syntax.Expr;
import dev.tidemill.promql.syntax.Quoting;
import dev.tidemill.server.route.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** {@code series}, {@code labels} and {@code label/…/values}. */
final class LabelRoutes {
  private static final List<String> TRUNCATED = List.of("results truncated due to limit");

  private final SegmentReader reader;
  private final Queries queries;

  LabelRoutes(SegmentReader reader, Queries queries) {
    this.reader = reader;
    this.queries = queries;
  }

  Answer series(Form form) throws IOException {
    if (form.all("match[]").isEmpty()) {
      throw new BadParameter("no match[] parameter provided");
    }
    int limit = form.limit();
    SortedSet<Labels> found = found(form);
    List<Labels> some = first(found, limit);
    return ApiAnswer.success(
        out -> {
          out.writeStartArray();
          for (Labels labels : some) {
            ValueJson.labels(labels, out);
          }
          out.writeEndArray();
        },
        some.size() < found.size() ? TRUNCATED : List.of(),
        List.of());
  }

  Answer names(Form form) throws IOException {
    int limit = form.limit();
    var names = new TreeSet<String>();
    found(form).forEach(labels -> labels.forEach((name, value) -> names.add(name)));
    return texts(names, limit);
  }

  Answer values(String label, Form form) throws IOException {
    int limit = form.limit();
    String name = EscapedName.decoded(label);
    var values = new TreeSet<String>();
    for (Labels labels : found(form)) {
      String value = labels.get(name);
      if (!value.isEmpty()) {
        values.add(value);
      }
    }
    return texts(values, limit);
  }

  private static Answer texts(Collection<String> all, int limit) throws IOException {
    List<String> some = first(all, limit);
    return ApiAnswer.success(
        ApiAnswer.texts(some), some.size() < all.size() ? TRUNCATED : List.of(), List.of());
  }

  private static <T> List<T> first(Collection<T> all, int limit) {
    return limit == 0 ? List.copyOf(all) : all.stream().limit(limit).toList();
  }

  private SortedSet<Labels> found(Form form) {
    long start = form.time("start", Long.MIN_VALUE);
    long end = form.time("end", Long.MAX_VALUE);
    if (end < start) {
      throw new BadParameter("end", "end timestamp must not be before start time");
    }
    var selectors = new ArrayList<Selector>();
    for (String text : form.all("match[]")) {
      selectors.add(selector(text));
    }
    List<Selector> wanted = selectors.isEmpty() ? List.of(Selector.of()) : selectors;
    return queries.run(
        Duration.ZERO, budget -> reader.series(wanted, new TimeRange(start, end), budget));
  }

  private static Selector selector(String text) {
    if (QueryRoutes.parse("match[]", text).expr() instanceof Expr.VectorSelector selector) {
      return new Selector(selector.matchers());
    }
    throw new BadParameter("match[]", "%s is not a series selector".formatted(Quoting.quote(text)));
  }
}
