package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("U2")
class TidemillTest {

  @Test
  void the_version_is_the_one_that_was_built(@TempDir Path folder) {
    assertThat(at(folder).run("--version").out()).matches("tidemill \\d+\\.\\d+\\.\\d+.*\\n");
  }

  @Test
  void without_a_command_it_lists_them_and_says_that_one_was_expected(@TempDir Path folder) {
    var said = at(folder).run();
    assertThat(said.exit()).isEqualTo(2);
    assertThat(said.out()).contains("doctor", "config", "store");
    assertThat(at(folder).run("--help").exit()).isZero();
  }

  @Test
  void a_misspelt_command_or_option_gets_a_suggestion(@TempDir Path folder) {
    var command = at(folder).run("docter");
    assertThat(command.exit()).isEqualTo(2);
    assertThat(command.err())
        .contains("there is no command 'docter'", "did you mean `tidemill doctor`?");
    var option = at(folder).run("doctor", "--stroe", "x");
    assertThat(option.exit()).isEqualTo(2);
    assertThat(option.err()).contains("did you mean --store?");
  }

  @Test
  @Tag("D3")
  void all_faults_of_the_settings_are_told_at_once(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("tidemill.yaml"), "objcts: x\n");
    var said = new Terminal(folder, Map.of("TIDEMILL_STROE", "x")).run("config", "check");
    assertThat(said.exit()).isEqualTo(2);
    assertThat(said.err())
        .contains("objcts from tidemill.yaml: no such setting", "did you mean objects?")
        .contains("stroe from environment: no such setting", "did you mean store?");
  }

  @Test
  @Tag("D3")
  void a_broken_file_is_named_with_its_line(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("tidemill.yaml"), "data: a\ndata: b\n");
    assertThat(at(folder).run("config", "show").err()).contains("tidemill.yaml", "line 2", "data");
    assertThat(at(folder).run("config", "show", "--config", "none.yaml").err())
        .contains("none.yaml", "there is no such file");
  }

  @Test
  @Tag("D3")
  @Tag("X2")
  void settings_are_shown_with_their_origin_and_without_passwords(@TempDir Path folder)
      throws Exception {
    Files.writeString(folder.resolve("tidemill.yaml"), "store: postgresql://me:hunter2@db/tide\n");
    var said = at(folder).run("config", "show", "--data", "elsewhere", "-o", "json");
    assertThat(said.exit()).isZero();
    assertThat(said.out())
        .contains("\"value\" : \"postgresql://me:***@db/tide\"", "\"from\" : \"tidemill.yaml\"")
        .contains("\"value\" : \"elsewhere/objects\"")
        .doesNotContain("hunter2");
  }

  @Test
  void a_store_is_made_once_and_tells_its_schema(@TempDir Path folder) {
    assertThat(at(folder).run("store", "status").exit()).isEqualTo(3);
    assertThat(at(folder).run("store", "migrate").err()).contains("10 steps taken");
    assertThat(at(folder).run("store", "migrate").err()).contains("nothing to do");
    assertThat(at(folder).run("store", "status").out()).contains("has schema 1.9");
  }

  @Test
  void the_same_on_postgresql(@TempDir Path folder) {
    try (PostgresDatabase database = Servers.newPostgresDatabase()) {
      String store = database.url();
      assertThat(at(folder).run("store", "status", "--store", store).err())
          .contains("STORE_NOT_MIGRATED", "tidemill store migrate");
      assertThat(at(folder).run("store", "migrate", "--store", store).exit()).isZero();
      assertThat(at(folder).run("store", "status", "--store", store).out()).contains("schema 1.9");
      assertThat(at(folder).run("doctor", "--store", store).out())
          .contains("schema 1.9, answers in");
    }
  }

  @Test
  void a_store_that_does_not_answer_is_unavailable_and_shows_no_password(@TempDir Path folder) {
    String store = "postgresql://me:hunter2@127.0.0.1:1/tide";
    var said = at(folder).run("store", "migrate", "--store", store);
    assertThat(said.exit()).isEqualTo(6);
    assertThat(said.err())
        .contains("STORE_UNAVAILABLE", "cause: ", "refused", "next: ")
        .doesNotContain("hunter2");
  }

  @Test
  void doctor_looks_at_everything_and_leaves_nothing_behind(@TempDir Path folder) throws Exception {
    var said = at(folder).run("doctor", "-o", "json");
    assertThat(said.exit()).isZero();
    var items = new ObjectMapper().readTree(said.out()).get("items");
    assertThat(items.findValuesAsText("check"))
        .isEqualTo(List.of("java", "data folder", "store", "objects", "sql engine", "ports"));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void doctor_fails_when_something_will_not_work(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("file"), "in the way");
    var said = at(folder).run("doctor", "--data", "file/data");
    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.out()).contains("FAIL  data folder", "next: choose another folder");
  }

  private static Terminal at(Path folder) {
    return new Terminal(folder, Map.of());
  }
}
