package dev.tidemill.cli.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What really happened, whatever anybody says. */
record Effects(Path file) {

  /** One thing that an execution did. */
  record Trace(int number, long epoch, String what, long pid) {}

  List<Trace> all() {
    try {
      return Files.exists(file)
          ? Files.readAllLines(file).stream().map(Effects::parse).toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Trace> of(String what) {
    return all().stream().filter(trace -> trace.what.equals(what)).toList();
  }

  private static Trace parse(String line) {
    String[] words = line.split(" ", 4);
    return new Trace(
        Integer.parseInt(words[0]), Long.parseLong(words[1]), words[2], Long.parseLong(words[3]));
  }
}
