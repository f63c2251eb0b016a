package dev.tidemill.cli.node;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * SIGTERM and SIGINT. The first asks for an orderly end; the second ends the process at once.
 *
 * <p>A shutdown hook cannot do that: while hooks run, the JVM ignores further signals. The class
 * that can is not part of the Java API, and using it by name would be a warning in every build.
 */
public final class StopSignals {
  private static final int SIGNALLED = 128;

  private final CountDownLatch first = new CountDownLatch(1);
  private final AtomicInteger received = new AtomicInteger();
  private final Runnable onSecond;

  /**
   * @param onSecond a last act before the process ends; must be quick
   */
  public StopSignals(Runnable onSecond) {
    this.onSecond = onSecond;
    try {
      handle("TERM", 15);
      handle("INT", 2);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Without it an ordinary hook has to do: orderly, but deaf to a second signal.
      Runtime.getRuntime().addShutdownHook(new Thread(first::countDown));
    }
  }

  /** Waits for the first signal. */
  public void await() throws InterruptedException {
    while (!first.await(1, TimeUnit.HOURS)) {
      // Nobody has asked yet.
    }
  }

  /** As if a signal had come. */
  public void raise() {
    first.countDown();
  }

  private void handle(String name, int number) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object proxy =
        Proxy.newProxyInstance(
            StopSignals.class.getClassLoader(),
            new Class<?>[] {handler},
            (self, method, args) -> {
              if (method.getName().equals("handle")) {
                received(number);
              }
              return method.getName().equals("hashCode") ? number : null;
            });
    Method register = signal.getMethod("handle", signal, handler);
    register.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
  }

  private void received(int number) {
    if (received.incrementAndGet() == 1) {
      first.countDown();
      return;
    }
    Thread last = Thread.ofPlatform().daemon().start(onSecond);
    try {
      last.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(SIGNALLED + number);
  }
}
