package dev.tidemill.schedule;

import dev.tidemill.core.state.TransitionTable;
import dev.tidemill.schedule.leader.ElectorState;
import dev.tidemill.testkit.GeneratedDoc;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("generated")
class DiagramsTest {

  @Test
  void the_committed_diagrams_are_those_of_the_tables() {
    for (TransitionTable<?, ?> table : List.of(ElectorState.TABLE, ScheduleState.TABLE)) {
      GeneratedDoc.check(Path.of("docs/diagrams", table.name() + ".mmd"), table.mermaid());
    }
  }
}
