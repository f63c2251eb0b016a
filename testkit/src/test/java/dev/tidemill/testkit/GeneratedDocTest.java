package dev.tidemill.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedDocTest {
  private static final Path DOC = Path.of("docs/generated.md");
  private final Path root;

  GeneratedDocTest(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void missing_document_fails_and_names_the_command() {
    assertThatThrownBy(() -> check("text\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("docs/generated.md")
        .hasMessageContaining("make docs");
  }

  @Test
  void stale_document_fails_and_shows_the_first_difference() throws Exception {
    update("same\nold\n");
    assertThatThrownBy(() -> check("same\nnew\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("committed: old")
        .hasMessageContaining("generated: new")
        .hasMessageContaining("make docs");
    assertThatThrownBy(() -> check("same\nold")).isInstanceOf(AssertionError.class);
  }

  @Test
  void updating_writes_what_the_check_then_accepts() throws Exception {
    update("text\n");
    assertThat(Files.readString(root.resolve(DOC))).isEqualTo("text\n");
    assertThatCode(() -> check("text\n")).doesNotThrowAnyException();
  }

  @Test
  void root_is_found_upwards() throws Exception {
    Path deep = Files.createDirectories(root.resolve("module/target"));
    assertThatThrownBy(() -> RepositoryRoot.above(deep)).hasMessageContaining("tidemill.root");
    Files.createDirectory(root.resolve(".mvn"));
    assertThat(RepositoryRoot.above(deep)).isEqualTo(root);
    assertThat(RepositoryRoot.path()).isDirectoryContaining("glob:**/.mvn");
  }

  private void check(String content) throws Exception {
    GeneratedDoc.checkOrWrite(root, DOC, content, false);
  }

  private void update(String content) throws Exception {
    GeneratedDoc.checkOrWrite(root, DOC, content, true);
  }
}
