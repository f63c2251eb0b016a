package dev.tidemill.cli.command;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A recipe that somebody named.
 *
 * @param folder where relative paths in it begin
 */
record RecipeFile(String text, Path folder) {

  static RecipeFile read(Path file) {
    try {
      Path folder = Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
      return new RecipeFile(Files.readString(file), folder);
    } catch (IOException e) {
      throw Problem.of(CoreError.NOT_FOUND, "the recipe %s cannot be read".formatted(file))
          .cause(e.toString())
          .next("name a JSON file; examples/payments/recipe.json is one to begin with")
          .exception(e);
    }
  }
}
