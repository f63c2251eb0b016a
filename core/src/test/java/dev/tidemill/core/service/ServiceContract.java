package dev.tidemill.core.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every {@link Service} promises about its life. */
public abstract class ServiceContract {
  private static final int THREADS = 10;
  private static final int CYCLES = 50;

  protected abstract Service newService();

  @Test
  void stopping_before_starting_does_nothing() {
    Service service = newService();
    service.stop();
    assertThat(service.state()).isEqualTo(ServiceState.LATENT);
  }

  @Test
  void it_runs_between_start_and_stop_and_both_may_be_repeated() {
    Service service = newService();
    service.start();
    service.start();
    assertThat(service.state()).isEqualTo(ServiceState.RUNNING);
    service.stop();
    service.stop();
    assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
  }

  @Test
  void it_can_be_started_again() {
    Service service = newService();
    service.start();
    service.stop();
    service.start();
    assertThat(service.state()).isEqualTo(ServiceState.RUNNING);
    service.stop();
  }

  @Test
  void many_threads_may_start_and_stop_it_at_once() throws Exception {
    Service service = newService();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    var go = new CountDownLatch(1);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      assertThat(go.await(1, TimeUnit.MINUTES)).isTrue();
                      for (int cycle = 0; cycle < CYCLES; cycle++) {
                        service.start();
                        service.stop();
                      }
                    } catch (Throwable e) {
                      failures.add(e);
                    }
                  }));
    }
    go.countDown();
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
    }
    assertThat(failures).isEmpty();
    assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
  }
}
