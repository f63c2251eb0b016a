package dev.tidemill.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemill import FILE}. */
@Command(
    name = "import",
    description =
        "Store metrics from a file: OpenMetrics text in which every sample has a time, or, when its"
            + " name ends in .parquet, rows of timestamp, value, name and labels. Importing a file"
            + " again is harmless.",
    mixinStandardHelpOptions = true)
public final class ImportCommand implements Callable<Integer> {
  private static final int PART = 8 << 20;

  private final Surroundings surroundings;

  @Mixin private SettingsOptions options = new SettingsOptions();

  @Parameters(paramLabel = "FILE")
  private String file = "";

  public ImportCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    Path path = surroundings.folder().resolve(file);
    Settings settings = options.load(surroundings);
    try (Backend backend = Backend.open(settings, surroundings);
        var calls = new MetricCalls(backend.requireServer("an import"))) {
      long samples = send(path, settings.data().resolve("tmp"), calls);
      if (options.format() == Format.JSON) {
        JsonText.print(surroundings.out(), Map.of("samples", samples));
      } else {
        surroundings.out().println(samples + " samples stored");
      }
      return 0;
    } catch (IOException e) {
      throw Problem.of(CoreError.INVALID_INPUT, "the file cannot be read: " + path)
          .cause(e.toString())
          .next("what was sent before may be stored; importing again is harmless")
          .exception(e);
    }
  }

  private static long send(Path path, Path temp, MetricCalls calls)
      throws IOException, InterruptedException {
    if (path.toString().endsWith(".parquet")) {
      Files.createDirectories(temp);
      try (var samples = new ParquetSamples(path, temp)) {
        return send(samples::next, calls);
      }
    }
    try (BufferedReader in = Files.newBufferedReader(path)) {
      return send(in::readLine, calls);
    }
  }

  /** Gives line after line, and null behind the last. */
  private interface Lines {
    @Nullable String next() throws IOException;
  }

  /** In parts, cut between lines, so that a file may be larger than a request. */
  private static long send(Lines lines, MetricCalls calls)
      throws IOException, InterruptedException {
    long samples = 0;
    var part = new StringBuilder();
    for (String line = lines.next(); line != null; line = lines.next()) {
      part.append(line).append('\n');
      if (part.length() >= PART) {
        samples += send(part, calls);
      }
    }
    return samples + send(part, calls);
  }

  private static long send(StringBuilder part, MetricCalls calls) throws InterruptedException {
    byte[] text = part.toString().getBytes(UTF_8);
    part.setLength(0);
    return calls
        .post("/api/v1/import", "application/openmetrics-text", text)
        .at("/data/samples")
        .asLong();
  }
}
