package dev.tidemill.cli.node;

import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a process runs. */
public enum NodeRole {
  /** Everything. */
  ALL,
  /** The API and upkeep. */
  API,
  /** Jobs; upkeep where it has a database and nobody else does it. */
  JOB_WORKER,
  QUERY_WORKER,
  CRON_WORKER,
  /** Looks at what is configured and picks. */
  AUTO;

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static NodeRole parse(String word) {
    for (NodeRole role : values()) {
      if (role.word().equals(word)) {
        return role;
      }
    }
    List<String> words = Arrays.stream(values()).map(NodeRole::word).toList();
    throw Problem.of(CoreError.INVALID_INPUT, "there is no role '" + word + "'")
        .field("role")
        .next(
            NameSuggestion.closest(word, words)
                .map(near -> "did you mean '" + near + "'?")
                .orElse("use one of " + String.join(", ", words)))
        .exception();
  }
}
