package dev.tidemill.reconcile.recipe;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorTraits;
import dev.tidemill.core.error.ExitCode;

/** What can be wrong with a recipe, alone or together with its data. */
public enum RecipeError implements ErrorCode {
  /** The recipe breaks its own language. */
  RECIPE_INVALID(ErrorTraits.user(400, ExitCode.USAGE)),
  /** The recipe does not fit the columns of its sources. */
  RECIPE_MISFIT(ErrorTraits.user(422, ExitCode.FAILED)),
  /** A parameter is missing, unknown or of another type. */
  RECIPE_PARAMETER(ErrorTraits.user(400, ExitCode.USAGE)),
  /** A rule would compare more pairs than the limit allows. */
  RULE_TOO_BROAD(ErrorTraits.user(422, ExitCode.FAILED)),
  /** The server that is asked may not use this source. */
  SOURCE_NOT_ALLOWED(ErrorTraits.user(403, ExitCode.DENIED)),
  /** A source says {@code "duplicates": "refuse"} and has some. */
  DUPLICATE_RECORDS(ErrorTraits.user(422, ExitCode.FAILED));

  private final ErrorTraits traits;

  RecipeError(ErrorTraits traits) {
    this.traits = traits;
  }

  @Override
  public ErrorTraits traits() {
    return traits;
  }
}
