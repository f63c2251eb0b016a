package dev.tidemill.cli.output;

import dev.tidemill.core.config.ConfigException;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.reconcile.recipe.RecipeException;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;

/** Errors on a terminal: {@code error:}, {@code cause:}, {@code next:}. */
public final class ErrorText {
  private ErrorText() {}

  /** What an exception has to say; anything without a code is a fault of the program. */
  public static List<Problem> of(Throwable error) {
    return switch (error) {
      case ConfigException config -> config.faults();
      case RecipeException recipe -> recipe.problems();
      case TidemillException known -> List.of(known.problem());
      default ->
          List.of(
              Problem.of(CoreError.INTERNAL_ERROR, "the command failed unexpectedly")
                  .cause(error.toString())
                  .next("run it again with --debug and report what it prints"));
    };
  }

  /** A command line that could not be understood. */
  public static Problem usage(CommandLine.ParameterException error) {
    Problem problem =
        Problem.of(CoreError.INVALID_INPUT, firstLine(String.valueOf(error.getMessage())));
    if (error instanceof CommandLine.UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      return problem.next("did you mean " + unmatched.getSuggestions().getFirst() + "?");
    }
    return problem.next("`%s --help` shows how".formatted(error.getCommandLine().getCommandName()));
  }

  public static void print(PrintStream err, Problem problem) {
    String field =
        problem.field() == null || !problem.field().startsWith("/") ? "" : problem.field() + ": ";
    err.printf("error: %s%s (%s)%n", field, problem.message(), problem.code().name());
    if (problem.cause() != null) {
      err.println("cause: " + problem.cause());
    }
    if (problem.next() != null) {
      err.println("next:  " + problem.next());
    }
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("the command line cannot be read");
  }
}
