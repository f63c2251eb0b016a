package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.adapters.AdapterError;
import dev.tidemill.cli.node.Node;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.promql.PromqlError;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.schedule.ScheduleError;
import dev.tidemill.server.ServerError;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.file.FileError;
import dev.tidemill.sql.SqlError;
import dev.tidemill.storage.StorageError;
import dev.tidemill.testkit.GeneratedDoc;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the modules add to the registries fits together. */
class RegistriesTest {

  @Test
  void no_two_modules_use_one_error_code() {
    var catalog =
        ErrorCatalog.of(
            List.of(
                CoreError.class,
                FileError.class,
                JobsError.class,
                MetricsError.class,
                RecipeError.class,
                SourceError.class,
                ScheduleError.class,
                ServerError.class,
                StorageError.class,
                SqlError.class,
                PromqlError.class,
                AdapterError.class));
    assertThat(catalog.all()).hasSizeGreaterThan(20);
  }

  @Test
  @Tag("O1")
  @Tag("generated")
  void the_table_of_metrics_is_up_to_date() {
    GeneratedDoc.check(
        Path.of("docs/metrics.md"),
        "# Metrics\n\nWhat `/metrics` shows, on servers and workers. Made from the code by `make docs`.\n\n"
            + Node.metrics().markdown());
  }

  @Test
  void every_setting_says_what_it_means() {
    assertThat(Settings.schema().keys())
        .isNotEmpty()
        .allSatisfy(key -> assertThat(key.description()).isNotBlank());
  }

  @Test
  void two_commands_cannot_share_a_name() {
    var entry = new CommandRegistry.Entry("doctor", "Looks", surroundings -> "none");
    var commands = new CommandRegistry().add(List.of(entry));
    assertThatThrownBy(() -> commands.add(List.of(entry))).hasMessageContaining("doctor");
  }
}
