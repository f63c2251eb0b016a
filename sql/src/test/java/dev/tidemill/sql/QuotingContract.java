package dev.tidemill.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.TidemillException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/** No text breaks out of its quotes: the real engine gives back exactly what was quoted. */
@Tag("R4")
public abstract class QuotingContract {
  @SuppressWarnings("NullAway.Init") // before each property
  private SqlSession session;

  @SuppressWarnings("NullAway.Init")
  private Path temp;

  protected abstract SqlEngine engine();

  @BeforeProperty
  void open() throws IOException {
    temp = Files.createTempDirectory("quoting");
    session = engine().open(SqlFixture.limits(temp));
  }

  @AfterProperty
  void close() throws IOException {
    session.close();
    Files.delete(temp);
  }

  @Property
  void a_quoted_name_is_that_name(@ForAll("hostile") String name) {
    String quoted;
    try {
      quoted = engine().dialect().quote(name);
    } catch (TidemillException refused) {
      assertThat(name.isEmpty() || cannotBeCarried(name)).isTrue();
      return;
    }
    try (RowReader reader = session.query("SELECT 1 AS " + quoted)) {
      assertThat(reader.columns()).hasSize(1);
      assertThat(reader.columns().getFirst().name()).isEqualTo(name);
    }
  }

  @Property
  void a_quoted_text_is_that_text(@ForAll("hostile") String text) {
    String quoted;
    try {
      quoted = engine().dialect().literal(text);
    } catch (TidemillException refused) {
      assertThat(cannotBeCarried(text)).isTrue();
      return;
    }
    assertThat(SqlFixture.rows(session, "SELECT " + quoted + " AS x"))
        .containsExactly(java.util.List.of(text));
  }

  private static boolean cannotBeCarried(String text) {
    return text.indexOf('\0') >= 0
        || text.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE);
  }

  @Provide
  Arbitrary<String> hostile() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "\"", "'", "\"\"", "''", "\\", "\\'", "\\\"", ";", "--", "/*", "*/", "$$", "$x$", "E'",
            "U&", "\n", "\r", "\t", "\0", "%", "?", "{", "é", "🌊", "\u2028", "\ud800", " ", "a");
    return Arbitraries.oneOf(
        pieces.list().ofMaxSize(8).map(p -> String.join("", p)),
        Arbitraries.strings().ofMaxLength(20));
  }
}
