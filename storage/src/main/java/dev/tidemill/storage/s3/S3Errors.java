package dev.tidemill.storage.s3;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.StorageError;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/** What the store's answers mean here. Of an answer only status and code are told. */
final class S3Errors {
  static final int NOT_FOUND = 404;
  static final int CONFLICT = 409;
  static final int PRECONDITION_FAILED = 412;
  static final int RANGE_NOT_SATISFIABLE = 416;

  private S3Errors() {}

  static TidemillException failed(String verb, Object what, S3Address address, SdkException e) {
    String tried = "could not %s %s in %s".formatted(verb, what, address);
    if (isInterruption(e)) {
      Thread.currentThread().interrupt();
      return Problem.of(StorageError.STORAGE_INTERRUPTED, tried)
          .cause("the thread was interrupted")
          .exception(e);
    }
    if (!(e instanceof AwsServiceException answer)) {
      return Problem.of(StorageError.STORAGE_UNAVAILABLE, tried)
          .cause("no answer: %s; the store may still have done it".formatted(root(e)))
          .next("check that the endpoint and the network work; the call can be repeated")
          .exception(e);
    }
    String said = "the store answered %d %s".formatted(answer.statusCode(), code(answer));
    return switch (answer.statusCode()) {
      case 401, 403 ->
          Problem.of(StorageError.STORAGE_DENIED, tried)
              .cause(said)
              .next("check the credentials and what they may do with this bucket")
              .exception(e);
      case NOT_FOUND ->
          Problem.of(StorageError.STORAGE_UNAVAILABLE, tried)
              .cause(said)
              .next("check that the bucket exists, in this region and at this endpoint")
              .exception(e);
      default -> Problem.of(StorageError.STORAGE_UNAVAILABLE, tried).cause(said).exception(e);
    };
  }

  static TidemillException missing(ObjectKey key, SdkException e) {
    return Problem.of(StorageError.OBJECT_NOT_FOUND, "there is no object " + key).exception(e);
  }

  static TidemillException interrupted(ObjectKey key) {
    return Problem.of(
            StorageError.STORAGE_INTERRUPTED,
            "storing %s was interrupted; nothing was changed".formatted(key))
        .exception();
  }

  static TidemillException tooLarge(ObjectKey key, long most) {
    return Problem.of(
            StorageError.CONTENT_UNREADABLE,
            "%s would have more than %d bytes; nothing was changed".formatted(key, most))
        .next("write several objects")
        .exception();
  }

  static boolean isStatus(SdkException e, int status) {
    return e instanceof AwsServiceException answer && answer.statusCode() == status;
  }

  /** A bucket that is missing is a fault, an object that is missing an answer. */
  static boolean isMissingObject(SdkException e) {
    return isStatus(e, NOT_FOUND)
        && !(e instanceof AwsServiceException answer && code(answer).equals("NoSuchBucket"));
  }

  private static boolean isInterruption(SdkException e) {
    return e instanceof AbortedException || Thread.currentThread().isInterrupted();
  }

  private static String code(AwsServiceException e) {
    var details = e.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }

  private static String root(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString();
  }
}
