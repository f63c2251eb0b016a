package dev.tidemill.core.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.service.ServiceState.Event;
import dev.tidemill.core.state.TransitionCoverage;
import dev.tidemill.core.time.SystemTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceGroupTest extends ServiceContract {
  private final List<String> log = new ArrayList<>();

  @Override
  protected Service newService() {
    return new ServiceGroup(
        "pair",
        List.of(
            new Loop("one", new SystemTime(), () -> Duration.ofDays(1)),
            new Loop("two", new SystemTime(), () -> Duration.ofDays(1))));
  }

  @Test
  void members_start_in_order_and_stop_in_reverse() {
    var group = new ServiceGroup("three", List.of(member("a"), member("b"), member("c")));
    group.start();
    group.stop();
    assertThat(log).containsExactly("+a", "+b", "+c", "-c", "-b", "-a");
  }

  @Test
  void a_member_that_cannot_start_brings_the_others_down_again() {
    var group = new ServiceGroup("three", List.of(member("a"), broken("b", true), member("c")));
    assertThatThrownBy(group::start).hasMessage("b will not start");
    assertThat(log).containsExactly("+a", "-a");
    assertThat(group.state()).isEqualTo(ServiceState.STOPPED);
  }

  @Test
  void a_failure_on_the_way_down_hides_no_other() {
    var group =
        new ServiceGroup("three", List.of(member("a"), broken("b", false), broken("c", false)));
    group.start();
    assertThatThrownBy(group::stop)
        .hasMessage("c will not stop")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(log).containsExactly("+a", "-a");
  }

  @Test
  void every_transition_of_a_service_is_exercised() {
    var coverage = new TransitionCoverage<>(ServiceState.TABLE);
    var calm = recorded(coverage, false);
    calm.start();
    calm.stop();
    calm.start();
    calm.stop();
    assertThatThrownBy(recorded(coverage, true)::start).hasMessage("will not start");
    coverage.assertComplete();
  }

  private BaseService recorded(TransitionCoverage<ServiceState, Event> coverage, boolean failing) {
    return new BaseService("recorded") {
      @Override
      protected void open() {
        if (failing) {
          throw new IllegalStateException("will not start");
        }
      }

      @Override
      protected void close() {}

      @Override
      protected void moved(ServiceState from, Event event) {
        coverage.record(from, event, state());
      }
    };
  }

  private Service member(String name) {
    return new BaseService(name) {
      @Override
      protected void open() {
        log.add("+" + name);
      }

      @Override
      protected void close() {
        log.add("-" + name);
      }
    };
  }

  private static Service broken(String name, boolean atStart) {
    return new BaseService(name) {
      @Override
      protected void open() {
        if (atStart) {
          throw new IllegalStateException(name + " will not start");
        }
      }

      @Override
      protected void close() {
        throw new IllegalStateException(name + " will not stop");
      }
    };
  }
}
