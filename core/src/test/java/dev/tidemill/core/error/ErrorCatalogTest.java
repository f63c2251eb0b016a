package dev.tidemill.core.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorCatalogTest {
  private enum Other implements ErrorCode {
    NOT_FOUND;

    @Override
    public ErrorTraits traits() {
      return ErrorTraits.internal();
    }
  }

  @Test
  void codes_are_found_by_name() {
    var catalog = ErrorCatalog.of(List.of(CoreError.class));
    assertThat(catalog.find("NOT_FOUND")).contains(CoreError.NOT_FOUND);
    assertThat(catalog.find("NO_SUCH")).isEmpty();
  }

  @Test
  void two_modules_cannot_use_one_name() {
    assertThatThrownBy(() -> ErrorCatalog.of(List.of(CoreError.class, Other.class)))
        .hasMessageContaining("NOT_FOUND")
        .hasMessageContaining(CoreError.class.getName())
        .hasMessageContaining(Other.class.getName());
  }

  @Test
  void a_user_error_is_never_retried_and_answers_in_the_400s() {
    for (CoreError code : CoreError.values()) {
      if (code.type() == ErrorType.USER) {
        assertThat(code.retryable()).as(code.name()).isFalse();
        assertThat(code.httpStatus()).as(code.name()).isBetween(400, 499);
      }
    }
  }

  @Test
  void an_exception_tells_its_problem() {
    var problem =
        Problem.of(CoreError.NOT_FOUND, "there is no run_7")
            .field("run")
            .next("`tidemill runs list` shows what there is");
    assertThat(problem.exception()).hasMessage("NOT_FOUND: there is no run_7");
    assertThat(problem.exception().problem()).isEqualTo(problem);
  }
}
