package dev.tidemill.server.health;

import dev.tidemill.core.error.TidemillException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one part whether it answers. Thread-safe: those who ask while an answer is still awaited
 * share it, so that a part that hangs holds up one thread and not one per question.
 */
public final class LiveCheck {
  private static final Logger log = LoggerFactory.getLogger(LiveCheck.class);

  private final String name;
  private final Probe probe;
  private final AtomicReference<@Nullable CompletableFuture<Optional<String>>> asked =
      new AtomicReference<>();

  /** Returns when the part has answered, throws when it cannot. */
  @FunctionalInterface
  public interface Probe {
    void ask() throws Exception;
  }

  public LiveCheck(String name, Probe probe) {
    this.name = name;
    this.probe = probe;
  }

  public String name() {
    return name;
  }

  /** Begins to ask, unless somebody has. */
  CompletableFuture<Optional<String>> ask() {
    var mine = new CompletableFuture<Optional<String>>();
    var other = asked.compareAndExchange(null, mine);
    if (other != null) {
      return other;
    }
    Thread.ofVirtual()
        .name("check " + name)
        .start(
            () -> {
              Optional<String> trouble = trouble();
              asked.set(null);
              mine.complete(trouble);
            });
    return mine;
  }

  /** What is wrong, if anything is. */
  Optional<String> await(CompletableFuture<Optional<String>> answer, Duration limit)
      throws InterruptedException {
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return Optional.of("no answer within %d ms".formatted(limit.toMillis()));
    } catch (ExecutionException e) {
      return Optional.of("failed");
    }
  }

  private Optional<String> trouble() {
    try {
      probe.ask();
      return Optional.empty();
    } catch (TidemillException e) {
      log.warn("{} does not answer", name, e);
      return Optional.of(e.code().name());
    } catch (Throwable e) {
      log.warn("{} does not answer", name, e);
      return Optional.of("failed");
    }
  }
}
