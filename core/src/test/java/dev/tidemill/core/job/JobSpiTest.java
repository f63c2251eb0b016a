package dev.tidemill.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J16")
class JobSpiTest {

  @Test
  void ids_read_back_as_they_are_shown() {
    assertThat(RunId.parse("run_42")).isEqualTo(new RunId(42)).hasToString("run_42");
    assertThat(JobId.parse("7")).isEqualTo(new JobId(7)).hasToString("job_7");
  }

  @Test
  void an_id_of_another_kind_is_refused_with_an_example() {
    assertThatThrownBy(() -> RunId.parse("job_42"))
        .hasMessageContaining("'job_42' is not a run id");
    assertThatThrownBy(() -> JobId.parse("job_99999999999999999999999"))
        .hasMessageContaining("is not a job id");
  }

  @Test
  void a_failure_is_as_retryable_as_its_code() {
    assertThat(JobOutcome.Fail.of(Problem.of(CoreError.UNAVAILABLE, "x")).retryable()).isTrue();
    assertThat(JobOutcome.Fail.of(Problem.of(CoreError.INVALID_INPUT, "x")).retryable()).isFalse();
  }

  @Test
  void a_job_type_is_a_plain_word_with_a_version() {
    assertThat(JobType.of("stage_chunk")).hasToString("stage_chunk:1");
    assertThatThrownBy(() -> JobType.of("Stage Chunk")).hasMessageContaining("'Stage Chunk'");
    assertThatThrownBy(() -> new JobType("exec", 0)).hasMessageContaining("count from 1");
  }
}
