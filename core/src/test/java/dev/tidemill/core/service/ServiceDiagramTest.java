package dev.tidemill.core.service;

import dev.tidemill.testkit.GeneratedDoc;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("generated")
class ServiceDiagramTest {

  @Test
  void the_committed_diagram_is_that_of_the_table() {
    GeneratedDoc.check(Path.of("docs/diagrams/service.mmd"), ServiceState.TABLE.mermaid());
  }
}
