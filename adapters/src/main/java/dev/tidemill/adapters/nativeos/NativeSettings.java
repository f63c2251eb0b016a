package dev.tidemill.adapters.nativeos;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * @param command the program that starts a worker and its arguments; should pick free ports ({@code
 *     --http-port 0}), for several run on this machine
 * @param folder where the adapter keeps what it must remember, and the logs
 * @param environment beside what this process has; each worker also gets {@code
 *     TIDEMILL_WORKER_GROUP}, {@code TIDEMILL_WORKER_ID} and {@code TIDEMILL_WORKER_CAPABILITIES}
 */
public record NativeSettings(List<String> command, Path folder, Map<String, String> environment) {
  public NativeSettings {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (command.isEmpty()) {
      throw new IllegalArgumentException("the command that starts a worker is missing");
    }
  }
}
