package dev.tidemill.jobs.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.permit.InProcessPermits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J6")
class UpkeepLoopTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final List<String> done = new CopyOnWriteArrayList<>();
  private final InProcessPermits permits = new InProcessPermits(new SystemTime());
  private boolean myTurn = true;
  private boolean broken;
  private CountDownLatch hang = new CountDownLatch(0);

  @Test
  @Tag("J8")
  void due_work_is_announced_with_every_pass_once_for_each_queue() throws Exception {
    UpkeepLoop loop = loop(false, new SimulatedTime());
    loop.pass();
    loop.pass();
    assertThat(permits.take(Queue.EXEC, Duration.ZERO)).isPresent();
    assertThat(permits.counts(Queue.EXEC).sent() + permits.counts(Queue.EXEC).spare())
        .isLessThanOrEqualTo(2);
    assertThat(permits.take(Queue.STAGE, Duration.ZERO)).isEmpty();
  }

  @Test
  void a_part_that_fails_keeps_no_other_from_its_work() {
    broken = true;
    UpkeepLoop loop = loop(false, new SimulatedTime());
    loop.pass();
    loop.tidy();
    assertThat(done).containsExactly("overdue", "gates", "due", "count", "retain");
  }

  @Test
  @Tag("J2")
  void an_object_store_that_does_not_answer_keeps_no_job_with_a_dead_worker() {
    var answer = new CountDownLatch(1);
    hang = answer;
    UpkeepLoop loop = loop(false, Duration.ofMillis(20), new SystemTime());
    loop.start();
    await().atMost(LONG).until(() -> done.stream().filter("reclaim"::equals).count() > 3);
    assertThat(done).doesNotContain("retain");
    answer.countDown();
    await().atMost(LONG).until(() -> done.contains("retain"));
    loop.stop();
  }

  @Test
  void who_has_not_the_turn_does_nothing() {
    myTurn = false;
    UpkeepLoop loop = loop(false, new SystemTime());
    loop.start();
    await().atMost(LONG).until(() -> done.contains("turn"));
    loop.stop();
    assertThat(done).containsOnly("turn");
  }

  @Test
  void who_stands_by_does_nothing_until_told_that_nobody_does() {
    UpkeepLoop loop = loop(true, new SystemTime());
    loop.start();
    assertThat(done).isEmpty();
    loop.due();
    await().atMost(LONG).until(() -> done.contains("retain"));
    loop.stop();
    assertThat(done.stream().filter("turn"::equals)).hasSize(1);
  }

  @Test
  @Tag("J2")
  void the_worst_case_follows_from_the_settings() {
    var recovery = new Recovery(Duration.ofSeconds(15), Duration.ofSeconds(5));
    assertThat(recovery.worstCase()).isEqualTo(Duration.ofSeconds(20));
    assertThat(recovery.worstCaseAfterOutage()).isEqualTo(Duration.ofSeconds(25));
  }

  private UpkeepLoop loop(boolean standby, TimeSource time) {
    return loop(standby, Duration.ofHours(1), time);
  }

  private int sweep() {
    if (broken) {
      throw new IllegalStateException("broken on purpose");
    }
    try {
      assertThat(hang.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return note("sweep");
  }

  private UpkeepLoop loop(boolean standby, Duration every, TimeSource time) {
    var catalog = new MetricCatalog();
    UpkeepMetrics.addTo(catalog);
    return new UpkeepLoop(
        new UpkeepSettings(every, Duration.ofDays(7), standby),
        new Recovery(Duration.ofSeconds(15), Duration.ofSeconds(5)),
        new FakeUpkeep(),
        this::sweep,
        permits,
        time,
        new UpkeepMetrics(new Meters(catalog)));
  }

  private int note(String what) {
    done.add(what);
    return 0;
  }

  private final class FakeUpkeep implements JobUpkeep {
    @Override
    public boolean turn(Duration interval) {
      note("turn");
      return myTurn;
    }

    @Override
    public Set<Queue> due() {
      note("due");
      return Set.of(Queue.EXEC);
    }

    @Override
    public Map<Queue, Backlog> backlog() {
      note("count");
      return Map.of();
    }

    @Override
    public Reclaimed reclaim() {
      if (broken) {
        throw new IllegalStateException("broken on purpose");
      }
      note("reclaim");
      return new Reclaimed(0, 0, 0, 0, false);
    }

    @Override
    public int failOverdue() {
      return note("overdue");
    }

    @Override
    public int repairGates() {
      return note("gates");
    }

    @Override
    public int retain(Duration keep) {
      return note("retain");
    }
  }
}
