package dev.tidemill.scale;

import dev.tidemill.testkit.GeneratedDoc;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("generated")
class GroupDiagramTest {

  @Test
  void the_committed_diagram_is_that_of_the_table() {
    GeneratedDoc.check(Path.of("docs/diagrams/group.mmd"), GroupState.TABLE.mermaid());
  }
}
