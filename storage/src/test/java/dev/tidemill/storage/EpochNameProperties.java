package dev.tidemill.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.Epoch;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

@Tag("J9")
class EpochNameProperties {
  private static final ObjectKey PREFIX = ObjectKey.of("staging/run_7");

  @Example
  void the_epoch_stands_before_the_extension() {
    assertThat(scoped("payments/part-03.parquet", 2))
        .isEqualTo(ObjectKey.of("staging/run_7/payments/part-03.e2.parquet"));
    assertThat(scoped("v1.2/part", 2)).isEqualTo(ObjectKey.of("staging/run_7/v1.2/part.e2"));
  }

  @Property
  void what_was_scoped_is_read_back(@ForAll("epochNames") EpochName name) {
    assertThat(EpochName.parse(PREFIX, name.under(PREFIX))).isEqualTo(name);
  }

  @Property(tries = 5000)
  void two_names_or_epochs_never_share_an_object(
      @ForAll("epochNames") EpochName a, @ForAll("epochNames") EpochName b) {
    assertThat(a.under(PREFIX).equals(b.under(PREFIX))).isEqualTo(a.equals(b));
  }

  @Property
  void what_no_epoch_wrote_is_refused_or_reads_back_to_itself(@ForAll("names") ObjectKey name) {
    ObjectKey object = PREFIX.child(name);
    try {
      assertThat(EpochName.parse(PREFIX, object).under(PREFIX)).isEqualTo(object);
    } catch (RuntimeException refused) {
      StorageAssertions.assertFails(
          () -> EpochName.parse(PREFIX, object), StorageError.INVALID_OBJECT_KEY);
    }
  }

  @Example
  void an_object_of_another_run_is_refused() {
    StorageAssertions.assertFails(
        () -> EpochName.parse(PREFIX, ObjectKey.of("staging/run_70/a.e1")),
        StorageError.INVALID_OBJECT_KEY);
  }

  private static ObjectKey scoped(String name, long epoch) {
    return new EpochName(ObjectKey.of(name), new Epoch(epoch)).under(PREFIX);
  }

  @Provide
  Arbitrary<EpochName> epochNames() {
    Arbitrary<Long> epochs = Arbitraries.of(0L, 1L, 2L, 12L, 999_999_999_999_999_999L);
    return Combinators.combine(names(), epochs).as((n, e) -> new EpochName(n, new Epoch(e)));
  }

  /** Names made of what the scheme itself uses, so that collisions would be found. */
  @Provide
  Arbitrary<ObjectKey> names() {
    return Arbitraries.of("a", "e1", "e2", "e12", "e01", ".", "/", "1", "parquet", "ä", "")
        .list()
        .ofMinSize(1)
        .ofMaxSize(7)
        .map(parts -> String.join("", parts))
        .filter(EpochNameProperties::valid)
        .map(ObjectKey::of);
  }

  private static boolean valid(String name) {
    try {
      ObjectKey.of(name);
      return true;
    } catch (RuntimeException refused) {
      return false;
    }
  }
}
