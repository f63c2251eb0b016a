package dev.tidemill.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.state.TransitionTable;
import dev.tidemill.schedule.leader.ElectorState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C1")
@Tag("C2")
@Tag("generated")
class DiagramsTest {

  @Test
  void the_drawn_elector_is_the_real_one() throws IOException {
    check(ElectorState.TABLE);
  }

  @Test
  void the_drawn_schedule_is_the_real_one() throws IOException {
    check(ScheduleState.TABLE);
  }

  private static void check(TransitionTable<?, ?> table) throws IOException {
    Path file =
        Path.of(
            System.getProperty("tidemill.root", ".."), "docs", "diagrams", table.name() + ".mmd");
    assertThat(Files.readString(file)).isEqualTo(table.mermaid());
  }
}
