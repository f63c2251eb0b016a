package dev.tidemill.reconcile.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tidemill.reconcile.recipe.Operand;
import dev.tidemill.reconcile.recipe.Operand.Step;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.Scale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R1")
class TextRulesTest {

  @Test
  void texts_are_normalised_as_the_reference_says() {
    assertThat(NormalText.of("  Ca\u0301fe\u00A0 \t ZOË ", false)).isEqualTo("cáfe zoë");
    assertThat(NormalText.of("Straße", false)).isEqualTo(NormalText.of("STRASSE", false));
    assertThat(NormalText.of("ﬁne №", false)).isEqualTo("fine no");
    assertThat(NormalText.of("J. Smith-Jones", true)).isEqualTo("j smithjones");
    assertThat(NormalText.of("J. Smith", false)).isEqualTo("j. smith");
    assertThat(NormalText.of(" \u2003 ", false)).isNull();
    assertThat(NormalText.of("…!", true)).isNull();
  }

  @Test
  void similarity_has_the_known_values() {
    assertThat(JaroWinkler.similarity("martha", "marhta")).isEqualTo(0.961111111);
    assertThat(JaroWinkler.similarity("dixon", "dicksonx")).isEqualTo(0.813333333);
    assertThat(JaroWinkler.similarity("dwayne", "duane")).isEqualTo(0.84);
    assertThat(JaroWinkler.similarity("", "")).isEqualTo(1);
    assertThat(JaroWinkler.similarity("a", "")).isEqualTo(0);
    assertThat(JaroWinkler.similarity("abc", "xyz")).isEqualTo(0);
  }

  @Property(tries = 300)
  void similarity_lies_between_0_and_1_and_is_1_for_equal_texts(
      @ForAll String a, @ForAll String b) {
    assertThat(JaroWinkler.similarity(a, b)).isBetween(0.0, 1.0);
    assertThat(JaroWinkler.similarity(a, a)).isEqualTo(1);
    assertThat(JaroWinkler.similarity(a, b)).isEqualTo(JaroWinkler.similarity(b, a), within(0.2));
  }

  @Test
  void keys_are_derived_step_by_step() {
    assertThat(
            derive(
                "  inv-42/x ", Step.Simple.TRIM, Step.Simple.UPPER, new Step.Regex("INV-(\\d+)")))
        .isEqualTo("42");
    assertThat(derive("abc", new Step.Regex("b."))).isEqualTo("bc");
    assertThat(derive("abc", new Step.Regex("z"))).isNull();
    assertThat(derive("😀bc", new Step.Substring(2, 5))).isEqualTo("bc");
    assertThat(derive("abc", new Step.Substring(9, 5))).isEmpty();
    var concat = new Operand.Concat(List.of(new Operand.Column("a"), new Operand.Column("b")), "-");
    assertThat(Derivation.of(concat).text(List.of("x", "y"))).isEqualTo("x-y");
    assertThat(Derivation.of(concat).text(Arrays.asList("x", null))).isNull();
  }

  private static @Nullable String derive(String text, Step... steps) {
    return Derivation.of(new Operand.Derived("c", List.of(steps))).text(List.of(text));
  }

  /** Then what is within the tolerance lies in the same bucket or beside it. */
  @Property(tries = 500)
  void a_bucket_is_at_least_as_wide_as_the_tolerance_and_not_much_wider(
      @ForAll @BigRange(min = "0.000000001", max = "1000000000") @Scale(9) BigDecimal tolerance) {
    BigDecimal part = Bucket.inverseOfWidth(tolerance).multiply(tolerance);
    assertThat(part).isLessThanOrEqualTo(BigDecimal.ONE).isGreaterThan(new BigDecimal("0.39"));
  }
}
