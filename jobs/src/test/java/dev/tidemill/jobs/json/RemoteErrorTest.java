package dev.tidemill.jobs.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.ExitCode;
import dev.tidemill.jobs.JobsError;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J12")
class RemoteErrorTest {
  private static final ErrorCatalog KNOWN =
      ErrorCatalog.of(List.of(CoreError.class, JobsError.class));

  @Test
  void a_known_code_is_itself() {
    assertThat(RemoteError.of(KNOWN, "WORKER_NAME_TAKEN", 409))
        .isSameAs(JobsError.WORKER_NAME_TAKEN);
  }

  @Test
  void an_unknown_code_keeps_its_name_and_takes_its_traits_from_the_status() {
    ErrorCode code = RemoteError.of(KNOWN, "OF_A_LATER_RELEASE", 503);
    assertThat(code.name()).isEqualTo("OF_A_LATER_RELEASE");
    assertThat(code.type()).isEqualTo(ErrorType.EXTERNAL);
    assertThat(code.retryable()).isTrue();
    assertThat(RemoteError.of(KNOWN, "OTHER", 409).exitCode()).isEqualTo(ExitCode.CONFLICT);
    assertThat(RemoteError.of(KNOWN, "OTHER", 401).exitCode()).isEqualTo(ExitCode.DENIED);
    assertThat(RemoteError.of(KNOWN, "OTHER", 422).retryable()).isFalse();
  }

  @Test
  void an_answer_without_a_code_is_of_something_in_between() {
    assertThat(RemoteError.of(KNOWN, "", 502)).isEqualTo(CoreError.UNAVAILABLE);
    assertThat(RemoteError.of(KNOWN, "", 404).name())
        .as("a proxy's 404 does not mean that a run is not there")
        .isEqualTo("HTTP_404");
  }
}
