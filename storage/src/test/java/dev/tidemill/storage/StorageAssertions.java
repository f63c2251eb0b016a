package dev.tidemill.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.error.TidemillException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

final class StorageAssertions {
  private StorageAssertions() {}

  static void assertFails(ThrowingCallable call, StorageError code) {
    var failure = catchThrowableOfType(TidemillException.class, call);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).isEqualTo(code);
  }
}
