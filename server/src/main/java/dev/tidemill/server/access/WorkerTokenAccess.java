package dev.tidemill.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.server.ServerConfig;
import dev.tidemill.server.http.HttpSettings;
import dev.tidemill.server.route.Caller;
import dev.tidemill.server.route.Role;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One token for workers, one for people, both from the settings.
 *
 * <p>Without any token everything is open, which is allowed on loopback only. With one of them, the
 * routes of the other kind are closed.
 */
public final class WorkerTokenAccess implements Access {
  private static final String TENANT = "default";

  private final byte @Nullable [] worker;
  private final byte @Nullable [] admin;

  private WorkerTokenAccess(@Nullable String worker, @Nullable String admin) {
    this.worker = worker == null ? null : digest(worker);
    this.admin = admin == null ? null : digest(admin);
  }

  /** Refuses to be open to the network. */
  public static WorkerTokenAccess of(
      HttpSettings where, @Nullable String workerToken, @Nullable String adminToken) {
    refuseBlank(ServerConfig.WORKER_TOKEN.path(), workerToken);
    refuseBlank(ServerConfig.ADMIN_TOKEN.path(), adminToken);
    if (workerToken == null && adminToken == null && !where.loopback()) {
      throw Problem.of(
              CoreError.INVALID_CONFIG,
              "the server will not listen on %s without a token".formatted(where.host()))
          .field(ServerConfig.ADMIN_TOKEN.path())
          .cause("anybody who can reach it could run jobs")
          .next(
              "set %s and %s, or listen on %s"
                  .formatted(
                      ServerConfig.ADMIN_TOKEN.path(),
                      ServerConfig.WORKER_TOKEN.path(),
                      HttpSettings.LOOPBACK))
          .exception();
    }
    return new WorkerTokenAccess(workerToken, adminToken);
  }

  @Override
  public boolean open() {
    return worker == null && admin == null;
  }

  @Override
  public Caller withoutToken() {
    return open()
        ? new Caller(EnumSet.of(Role.ADMIN, Role.WORKER), TENANT)
        : new Caller(Set.of(Role.ANYONE), TENANT);
  }

  @Override
  public Optional<Caller> withToken(String token) {
    if (open()) {
      return Optional.of(withoutToken());
    }
    byte[] given = digest(token);
    // Both are compared, and in constant time: how long it takes says nothing about the tokens.
    boolean isWorker = worker != null && MessageDigest.isEqual(worker, given);
    boolean isAdmin = admin != null && MessageDigest.isEqual(admin, given);
    if (isAdmin) {
      return Optional.of(Caller.of(Role.ADMIN, TENANT));
    }
    return isWorker ? Optional.of(Caller.of(Role.WORKER, TENANT)) : Optional.empty();
  }

  @Override
  public String advice() {
    return "send Authorization: Bearer TOKEN with the token of `%s` or, for workers, `%s`"
        .formatted(ServerConfig.ADMIN_TOKEN.path(), ServerConfig.WORKER_TOKEN.path());
  }

  private static void refuseBlank(String setting, @Nullable String token) {
    if (token != null && token.isBlank()) {
      throw Problem.of(CoreError.INVALID_CONFIG, "the token is empty")
          .field(setting)
          .next("leave it unset, or set it to a long random text")
          .exception();
    }
  }

  /** Of equal length whatever the token's, so that comparing tells nothing about that either. */
  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
