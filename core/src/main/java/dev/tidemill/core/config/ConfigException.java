package dev.tidemill.core.config;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.util.List;
import java.util.stream.Collectors;

/** All faults of a configuration at once. */
public final class ConfigException extends TidemillException {
  private final transient List<Problem> faults;

  public ConfigException(List<Problem> faults) {
    super(summary(faults), null);
    this.faults = List.copyOf(faults);
  }

  public List<Problem> faults() {
    return faults;
  }

  private static Problem summary(List<Problem> faults) {
    if (faults.size() == 1) {
      return faults.getFirst();
    }
    String all = faults.stream().map(Problem::message).collect(Collectors.joining("; "));
    return Problem.of(CoreError.INVALID_CONFIG, faults.size() + " settings are wrong: " + all)
        .next("`tidemill config check` lists them one per line");
  }
}
