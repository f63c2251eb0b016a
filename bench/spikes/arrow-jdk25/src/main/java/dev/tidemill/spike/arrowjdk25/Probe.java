package dev.tidemill.spike.arrowjdk25;

import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;

/** Child process: the smallest use of Arrow memory and of its C interface. */
public final class Probe {
  public static void main(String[] args) throws Exception {
    try (var allocator = new RootAllocator()) {
      try (var vector = new IntVector("v", allocator)) {
        vector.allocateNew(4);
        vector.set(0, 42);
        vector.getDataBuffer().nioBuffer(0, 4);
      }
      System.out.println("memory ok");
      try (var reader = new SampleReader(allocator, 10);
          var stream = ArrowArrayStream.allocateNew(allocator)) {
        Data.exportArrayStream(allocator, reader, stream);
      }
      System.out.println("c-data ok");
    } catch (Throwable t) {
      Throwable root = t;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      System.out.println(root.toString().lines().findFirst().orElse(""));
      System.exit(1);
    }
  }
}
