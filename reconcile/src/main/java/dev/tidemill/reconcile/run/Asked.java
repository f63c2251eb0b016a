package dev.tidemill.reconcile.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reconciliation as it is asked for.
 *
 * @param recipe JSON; passwords may stand in it
 * @param parameters values for what the recipe declares
 */
public record Asked(
    String recipe, Map<String, String> parameters, @Nullable String idempotencyKey) {
  public Asked {
    parameters = Map.copyOf(parameters);
  }
}
