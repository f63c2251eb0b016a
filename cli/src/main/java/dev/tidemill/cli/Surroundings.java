package dev.tidemill.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/** What a command may touch of the process it runs in, so that tests can give it another. */
public record Surroundings(
    PrintStream out, PrintStream err, Map<String, String> environment, Path folder) {}
