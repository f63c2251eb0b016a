package dev.tidemill.sources.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** However the stream is cut, the rows are the same; whatever is broken in it, none is wrong. */
@Tag("R8")
class CopyDecoderProperties {
  private static final List<SourceColumn> COLUMNS =
      List.of(
          new SourceColumn("n", SqlType.BIGINT, true, "bigint"),
          new SourceColumn("t", SqlType.VARCHAR, true, "text"));

  private static CopyDecoder decoder() {
    var columns =
        List.of(
            new PgColumn(COLUMNS.getFirst(), Wire.INT8, false, "int8"),
            new PgColumn(COLUMNS.getLast(), Wire.TEXT, false, "text"));
    var table = new PgTable(1, "public", "t", PgTable.Kind.TABLE, columns);
    return new CopyDecoder(new PgGuard(table, List.of(), 1000));
  }

  @Provide
  Arbitrary<List<CopyBytes.Row>> rows() {
    return Combinators.combine(
            Arbitraries.longs().injectNull(0.2),
            Arbitraries.strings().all().excludeChars('\0').ofMaxLength(20).injectNull(0.2))
        .as((n, t) -> new CopyBytes.Row(n, t == null ? null : whole(t)))
        .list()
        .ofMaxSize(20);
  }

  /** Without halves of surrogate pairs, which no server could send. */
  private static String whole(String text) {
    return text.replaceAll("[\\ud800-\\udfff]", "?");
  }

  @Property(tries = 500)
  void cuts_do_not_matter(@ForAll("rows") List<CopyBytes.Row> rows, @ForAll long seed) {
    byte[] stream = CopyBytes.of(rows);
    var random = new Random(seed);
    var sink = new CanonicalText(COLUMNS);
    var decoder = decoder();
    for (int at = 0; at < stream.length; ) {
      int end = Math.min(stream.length, at + 1 + random.nextInt(30));
      decoder.accept(Arrays.copyOfRange(stream, at, end), sink);
      at = end;
    }
    decoder.finish();
    assertThat(decoder.rows()).isEqualTo(rows.size());
    assertThat(sink.column(1)).isEqualTo(rows.stream().map(CopyBytes.Row::text).toList());
    assertThat(sink.column(0))
        .isEqualTo(rows.stream().map(r -> r.number() == null ? null : "" + r.number()).toList());
  }

  @Property(tries = 500)
  void a_stream_that_ends_early_is_an_error(
      @ForAll("rows") List<CopyBytes.Row> rows, @ForAll long seed) {
    byte[] stream = CopyBytes.of(rows);
    int end = new Random(seed).nextInt(stream.length);
    var decoder = decoder();
    assertBroken(
        () -> {
          decoder.accept(Arrays.copyOf(stream, end), new CanonicalText(COLUMNS));
          decoder.finish();
        });
  }

  /** A changed byte of a value cannot be told here; one of the form must be. */
  @Property(tries = 500)
  void a_garbled_form_is_an_error(@ForAll("rows") List<CopyBytes.Row> rows, @ForAll long seed) {
    byte[] stream = CopyBytes.of(rows);
    var random = new Random(seed);
    var places = formBytes(rows);
    int place = places.get(random.nextInt(places.size()));
    stream[place] ^= (byte) (1 << random.nextInt(8));
    var sink = new CanonicalText(COLUMNS);
    var decoder = decoder();
    assertBroken(
        () -> {
          decoder.accept(stream, sink);
          decoder.finish();
        });
  }

  /** The signature, the counts of fields, the lengths of numbers, and the end. */
  private static List<Integer> formBytes(List<CopyBytes.Row> rows) {
    var places = new ArrayList<Integer>();
    for (int i = 0; i < 15; i++) {
      places.add(i);
    }
    int at = 19;
    for (CopyBytes.Row row : rows) {
      places.add(at);
      places.add(at + 1);
      if (row.number() != null) {
        places.addAll(List.of(at + 2, at + 3, at + 4, at + 5));
      }
      at += CopyBytes.of(List.of(row)).length - 21;
    }
    places.add(at);
    places.add(at + 1);
    return places;
  }

  @Property(tries = 300)
  void what_stands_behind_the_end_is_an_error(@ForAll("rows") List<CopyBytes.Row> rows) {
    byte[] stream = Arrays.copyOf(CopyBytes.of(rows), CopyBytes.of(rows).length + 1);
    assertBroken(() -> decoder().accept(stream, new CanonicalText(COLUMNS)));
  }

  private static void assertBroken(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(SourceError.SOURCE_STREAM_BROKEN));
  }
}
