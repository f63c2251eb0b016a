package dev.tidemill.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class RequirementReportTest {
  private final Path folder;

  RequirementReportTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void every_test_has_a_line_with_the_tags_of_its_method_and_class() throws Exception {
    assertThat(linesOf(Sample.class))
        .contains(
            "wire\tSample\tpasses\tJ1,J7\tpassed\t",
            "wire\tSample\tis_off\tJ1\tskipped\tnot today",
            "wire\tSample\tmany [1] a\tJ1,R3\tpassed\t",
            "wire\tSample\tmany [2] b c\tJ1,R3\tpassed\t")
        .anyMatch(
            l -> l.startsWith("wire\tSample\tfails\tE2,J1\tfailed\t") && l.contains("two lines"))
        .hasSize(5);
  }

  @Test
  void class_that_cannot_start_is_a_failure_and_not_a_gap() throws Exception {
    assertThat(linesOf(NeverStarts.class))
        .singleElement()
        .asString()
        .startsWith("wire\tNeverStarts\t")
        .contains("\tQ9\tfailed\t");
  }

  /** The lines without package names and times. */
  private List<String> linesOf(Class<?> sample) throws Exception {
    Path file = folder.resolve("requirements/wire.tsv");
    var config =
        LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build();
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(sample))
            .build();
    LauncherFactory.create(config).execute(request, new RequirementReport("wire", file));
    return Files.readAllLines(file).stream()
        .map(line -> line.replaceAll("\tdev\\.\\S*\\$", "\t").replaceAll("\t\\d+$", ""))
        .toList();
  }

  @Tag("J1")
  static class Sample {
    @Test
    @Tag("J7")
    void passes() {}

    @Test
    @Tag("E2")
    void fails() {
      fail("two\nlines\tand a tab");
    }

    @Test
    @Disabled("not today")
    void is_off() {}

    @ParameterizedTest(name = "[{index}] {0}")
    @Tag("R3")
    @ValueSource(strings = {"a", "b\u2028\u0085c\ud800"})
    void many(String value) {
      assertThat(value).isNotEmpty();
    }
  }

  @Tag("Q9")
  static class NeverStarts {
    @BeforeAll
    static void breaks() {
      fail("no server");
    }

    @Test
    void is_never_reached() {}
  }
}
