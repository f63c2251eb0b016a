package dev.tidemill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("J9")
@Tag("R9")
class ManifestTest {
  private static final RunId RUN = new RunId(7);
  private static final String JSON =
      "{\"version\":1,\"run\":\"run_7\",\"entries\":["
          + "{\"name\":\"a/ä.parquet\",\"object\":\"staging/run_7/a/ä.e2.parquet\",\"bytes\":10,"
          + "\"rows\":3,\"checksum\":\"abc\",\"epoch\":2,\"generation\":1}]}";

  @Test
  void its_json_is_this_and_no_other() {
    Manifest manifest = Manifest.of(RUN, List.of(entry("a/ä.parquet", 2)));

    assertThat(manifest.json()).asString(UTF_8).isEqualTo(JSON);
    assertThat(manifest.hash())
        .isEqualTo("59cce727e977581e0de2bd257cd3a6c4685f1d2683dcf075e325bb5232dfd4bb");
  }

  @Test
  void it_reads_back() {
    Manifest manifest = Manifest.of(RUN, List.of(entry("b", 1), entry("a", 2)));

    assertThat(Manifest.parse(manifest.json())).isEqualTo(manifest);
  }

  @Test
  void the_order_in_which_entries_came_does_not_matter() {
    Manifest one = Manifest.of(RUN, List.of(entry("🌊", 1), entry("\uffee", 2), entry("a", 2)));
    Manifest other = Manifest.of(RUN, List.of(entry("a", 2), entry("🌊", 1), entry("\uffee", 2)));

    assertThat(one.hash()).isEqualTo(other.hash());
    assertThat(one.entries())
        .extracting(e -> e.name().value())
        .containsExactly("a", "\uffee", "🌊");
  }

  @Test
  void one_logical_name_counts_once() {
    StorageAssertions.assertFails(
        () -> Manifest.of(RUN, List.of(entry("a", 1), entry("a", 2))),
        StorageError.INVALID_MANIFEST);
  }

  @Test
  void a_name_that_is_no_key_is_refused() {
    StorageAssertions.assertFails(() -> entry("../a", 1), StorageError.INVALID_OBJECT_KEY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"version\":2,\"run\":\"run_7\",\"parts\":[]}",
        "{\"version\":0,\"run\":\"run_7\",\"entries\":[]}",
        "{\"version\":1,\"run\":\"run_7\"}",
        "{\"version\":1,\"run\":\"run_7\",\"entries\":null}",
        "{\"version\":1,\"run\":\"run_7\",\"entries\":[],\"more\":1}",
        "{\"version\":1,\"run\":\"run_7\",\"run\":\"run_8\",\"entries\":[]}",
        "{\"version\":1,\"run\":\"run_7\",\"entries\":[]} {}",
        "{\"version\":1.5,\"run\":\"run_7\",\"entries\":[]}",
        "{\"version\":1,\"run\":\"run_7\",\"entries\":[{\"name\":\"a\"}]}"
      })
  void what_is_half_understood_is_refused(String json) {
    StorageAssertions.assertFails(
        () -> Manifest.parse(json.getBytes(UTF_8)), StorageError.INVALID_MANIFEST);
  }

  private static Manifest.Entry entry(String name, long epoch) {
    var object = new EpochName(ObjectKey.of(name), new Epoch(epoch));
    var key = object.under(ObjectKey.of("staging/run_7")).value();
    return new Manifest.Entry(new Output(name, key, 10, 3, "abc"), new Epoch(epoch), 1);
  }
}
