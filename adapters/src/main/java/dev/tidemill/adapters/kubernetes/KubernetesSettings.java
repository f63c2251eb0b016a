package dev.tidemill.adapters.kubernetes;

import dev.tidemill.scale.AdapterId;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * @param adapter part of each pod's name, so it is written as names are there
 * @param pendingLimit how long a pod may find no node (a cluster that grows needs a while) before
 *     its start has failed
 */
public record KubernetesSettings(
    AdapterId adapter, String namespace, PodTemplate template, Duration pendingLimit) {
  public static final Duration PENDING_LIMIT = Duration.ofMinutes(5);

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,28}[a-z0-9])?");

  public KubernetesSettings {
    if (!NAME.matcher(adapter.value()).matches()) {
      throw new IllegalArgumentException(
          "the id of an adapter on Kubernetes has up to 30 of a-z, 0-9 and -, got '%s'"
              .formatted(adapter));
    }
    if (namespace.isBlank() || pendingLimit.isNegative()) {
      throw new IllegalArgumentException("a namespace and a limit of 0 or longer are needed");
    }
  }
}
