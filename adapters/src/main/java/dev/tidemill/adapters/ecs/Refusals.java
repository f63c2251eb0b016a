package dev.tidemill.adapters.ecs;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ecs.model.EcsException;
import software.amazon.awssdk.services.ecs.model.Failure;

/** What ECS means when it says no. */
final class Refusals {
  private Refusals() {}

  /** Is it certain that nothing was done, and will be no other time? */
  static boolean certain(EcsException e) {
    return e.statusCode() >= 400
        && e.statusCode() < 500
        && e.statusCode() != 408
        && e.statusCode() != 429
        && !e.isThrottlingException();
  }

  static boolean denied(EcsException e) {
    String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
    return e.statusCode() == 401
        || e.statusCode() == 403
        || (code != null && code.startsWith("AccessDenied"));
  }

  /** Reasons that pass when other tasks end or the cluster grows. */
  static boolean full(@Nullable String reason) {
    String words = reason == null ? "" : reason.toLowerCase(Locale.ROOT);
    return words.startsWith("resource:") || words.contains("capacity") || words.equals("agent");
  }

  static String words(List<Failure> failures) {
    return failures.isEmpty()
        ? "ECS says neither yes nor no"
        : failures.stream()
            .map(f -> f.detail() == null ? f.reason() : "%s (%s)".formatted(f.reason(), f.detail()))
            .distinct()
            .collect(Collectors.joining(", "));
  }
}
