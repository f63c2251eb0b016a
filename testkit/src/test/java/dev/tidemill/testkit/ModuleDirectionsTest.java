package dev.tidemill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of the modules, and proof that the proof would notice. */
class ModuleDirectionsTest {
  private final Path folder;

  ModuleDirectionsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void modules_use_only_modules_listed_before_them() throws Exception {
    ModuleTree tree = ModuleTree.of(RepositoryRoot.path());
    assertThat(tree.modules()).contains("testkit", "core");
    assertThat(tree.wrongDirections()).isEmpty();
  }

  @Test
  void testkit_uses_no_other_module() throws Exception {
    assertThat(ModuleTree.of(RepositoryRoot.path()).usedBy("testkit")).isEmpty();
  }

  @Test
  void every_source_is_in_the_package_of_its_module() throws Exception {
    assertThat(ModuleTree.of(RepositoryRoot.path()).filesInForeignPackages()).isEmpty();
  }

  @Test
  void every_package_of_main_sources_is_null_marked() throws Exception {
    assertThat(ModuleTree.of(RepositoryRoot.path()).packagesWithoutNullMarked()).isEmpty();
  }

  @Test
  void cycle_through_a_test_jar_would_be_noticed() throws Exception {
    root("low", "high");
    module("low", dependency("high", "<type>test-jar</type><scope>test</scope>"));
    module("high", dependency("low", ""));
    assertThat(ModuleTree.of(folder).wrongDirections())
        .singleElement()
        .asString()
        .contains("low uses high");
  }

  @Test
  void use_of_oneself_and_of_an_unlisted_module_would_be_noticed() throws Exception {
    root("one");
    module("one", dependency("one", ""), dependency("elsewhere", ""));
    assertThat(ModuleTree.of(folder).wrongDirections()).hasSize(2);
  }

  @Test
  void foreign_package_and_missing_null_marked_would_be_noticed() throws Exception {
    root("one");
    module("one");
    write("one/src/main/java/A.java", "package dev.tidemill.oneself;\nclass A {}\n");
    write("one/src/test/java/B.java", "package dev.tidemill.one.b;\nclass B {}\n");
    ModuleTree tree = ModuleTree.of(folder);
    assertThat(tree.filesInForeignPackages()).singleElement().asString().contains("A.java");
    assertThat(tree.packagesWithoutNullMarked()).hasSize(1);

    write("one/src/main/java/package-info.java", "@NullMarked\npackage dev.tidemill.one;\n");
    assertThat(tree.packagesWithoutNullMarked()).isEmpty();
  }

  private void root(String... modules) throws Exception {
    String list = "<module>" + String.join("</module><module>", modules) + "</module>";
    write("pom.xml", "<project><modules>" + list + "</modules></project>");
  }

  private void module(String name, String... dependencies) throws Exception {
    String list = String.join("", dependencies);
    write(name + "/pom.xml", "<project><dependencies>" + list + "</dependencies></project>");
  }

  private static String dependency(String module, String more) {
    return "<dependency><groupId>dev.tidemill</groupId><artifactId>%s</artifactId>%s</dependency>"
        .formatted(module, more);
  }

  private void write(String file, String text) throws Exception {
    Files.createDirectories(folder.resolve(file).getParent());
    Files.writeString(folder.resolve(file), text);
  }
}
