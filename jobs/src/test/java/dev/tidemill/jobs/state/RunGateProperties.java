package dev.tidemill.jobs.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/**
 * Random lives of runs: whatever the order in which jobs end, the gate opens once and the end is
 * right.
 */
@Tag("J7")
class RunGateProperties {

  @Property(tries = 2000)
  void the_exec_stage_is_created_exactly_once_and_only_when_staging_is_done(
      @ForAll @IntRange(min = 1, max = 4) int plans,
      @ForAll @IntRange(max = 5) int chunksEach,
      @ForAll @IntRange(min = 1, max = 3) int execs,
      @ForAll OnJobFailure policy,
      @ForAll boolean failing,
      @ForAll long seed) {
    var random = new Random(seed);
    var waiting = new ArrayList<Stage>();
    for (int i = 0; i < plans; i++) {
      waiting.add(Stage.PLAN);
    }
    Tally tally = Tally.NONE.created(Stage.PLAN, plans);
    RunStatus status = RunStatus.PENDING;
    int created = 0;
    while (!waiting.isEmpty() && !status.ended()) {
      Stage stage = waiting.remove(random.nextInt(waiting.size()));
      boolean fails = failing && random.nextInt(8) == 0;
      tally = tally.ended(stage, fails ? JobStatus.FAILED : JobStatus.COMPLETED, 1);
      if (stage == Stage.PLAN && !fails) {
        tally = tally.created(Stage.CHUNK, chunksEach);
        for (int i = 0; i < chunksEach; i++) {
          waiting.add(Stage.CHUNK);
        }
      }
      var decision = RunGate.decide(new RunGate.Facts(status, policy, tally, true));
      if (decision.createExecs()) {
        created++;
        assertThat(waiting).as("nothing of staging is left").isEmpty();
        tally = tally.created(Stage.EXEC, execs);
        for (int i = 0; i < execs; i++) {
          waiting.add(Stage.EXEC);
        }
      }
      if (decision.cancelRest()) {
        tally = tally.ended(Stage.EXEC, JobStatus.CANCELLED, waiting.size());
        waiting.clear();
      }
      status = decision.apply(status);
      var again = RunGate.decide(new RunGate.Facts(status, policy, tally, true));
      assertThat(again.events()).as("asked again, nothing more happens").isEmpty();
    }
    assertThat(status).isEqualTo(tally.failed() > 0 ? RunStatus.FAILED : RunStatus.COMPLETED);
    assertThat(created).isEqualTo(tally.execs() > 0 ? 1 : 0);
    assertThat(tally.open()).isZero();
  }

  @Property
  void an_ended_run_never_moves(
      @ForAll @IntRange(max = 9) int done, @ForAll @IntRange(max = 9) int failed) {
    Tally tally = new Tally(0, 0, 0, 0, done + failed, done, failed, 0);
    for (RunStatus status : List.of(RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.CANCELLED)) {
      for (OnJobFailure policy : OnJobFailure.values()) {
        assertThat(RunGate.decide(new RunGate.Facts(status, policy, tally, true)))
            .isEqualTo(RunGate.Decision.NOTHING);
      }
    }
  }
}
