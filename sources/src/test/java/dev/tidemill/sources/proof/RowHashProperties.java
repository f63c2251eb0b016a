package dev.tidemill.sources.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.jspecify.annotations.Nullable;

@Tag("R7")
class RowHashProperties {
  record Row(@Nullable Long number, @Nullable String text, @Nullable String more) {}

  @Provide
  Arbitrary<List<Row>> rows() {
    var texts = Arbitraries.strings().alpha().ofMaxLength(4).injectNull(0.3);
    return Combinators.combine(Arbitraries.longs().injectNull(0.3), texts, texts)
        .as(Row::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(20);
  }

  @Example
  void it_is_the_hash_that_is_written_down() {
    var murmur = new Murmur128();
    murmur.hash("hello".getBytes(UTF_8), 5);
    assertThat(hex(murmur)).isEqualTo("cbd8a7b341bd9b025b1e906a48ae1d19");
    murmur.hash(new byte[0], 0);
    assertThat(hex(murmur)).isEqualTo("0".repeat(32));
    byte[] long1 = "The quick brown fox jumps over the lazy dog".getBytes(UTF_8);
    murmur.hash(long1, long1.length);
    assertThat(hex(murmur)).isEqualTo("e34bbc7bbc071b6c7a433ca9c49a9347");
  }

  private static String hex(Murmur128 murmur) {
    return HexFormat.of().toHexDigits(murmur.first()) + HexFormat.of().toHexDigits(murmur.second());
  }

  @Property
  void order_and_cuts_do_not_matter(@ForAll("rows") List<Row> rows, @ForAll long seed) {
    var random = new Random(seed);
    var shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, random);
    int cut = random.nextInt(rows.size());
    assertThat(
            RowHash.sum(
                List.of(
                    hash(shuffled.subList(0, cut)), hash(shuffled.subList(cut, shuffled.size())))))
        .isEqualTo(hash(rows));
  }

  @Property
  void a_row_missing_doubled_or_changed_shows(@ForAll("rows") List<Row> rows, @ForAll long seed) {
    int at = new Random(seed).nextInt(rows.size());
    Row row = rows.get(at);
    var missing = new ArrayList<>(rows);
    missing.remove(at);
    assertThat(hash(missing)).isNotEqualTo(hash(rows));
    var doubled = new ArrayList<>(rows);
    doubled.add(row);
    assertThat(hash(doubled)).isNotEqualTo(hash(rows));
    for (Row other :
        List.of(
            new Row(row.number() == null ? 0L : row.number() ^ 1, row.text(), row.more()),
            new Row(row.number(), row.text() == null ? "" : null, row.more()),
            new Row(row.number(), row.text() + "x", row.more()))) {
      var changed = new ArrayList<>(rows);
      changed.set(at, other);
      assertThat(hash(changed)).isNotEqualTo(hash(rows));
    }
  }

  @Example
  void neighbours_do_not_run_together() {
    assertThat(hash(List.of(new Row(1L, "ab", "c"))))
        .isNotEqualTo(hash(List.of(new Row(1L, "a", "bc"))));
    assertThat(hash(List.of(new Row(1L, null, "a"))))
        .isNotEqualTo(hash(List.of(new Row(1L, "a", null))));
  }

  private static String hash(List<Row> rows) {
    var hash = new RowHash();
    for (Row row : rows) {
      if (row.number() == null) {
        hash.nothing(0);
      } else {
        hash.bigint(0, row.number());
      }
      text(hash, 1, row.text());
      text(hash, 2, row.more());
      hash.endRow();
    }
    return hash.hex();
  }

  private static void text(RowHash hash, int column, @Nullable String text) {
    if (text == null) {
      hash.nothing(column);
    } else {
      byte[] bytes = text.getBytes(UTF_8);
      hash.text(column, bytes, 0, bytes.length);
    }
  }
}
