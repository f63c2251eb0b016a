package dev.tidemill.sources.bigquery;

import com.google.api.client.googleapis.json.GoogleJsonResponseException;
import com.google.api.services.bigquery.model.ErrorProto;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceError;
import java.io.IOException;

/** What BigQuery's failures mean here. */
final class BigQueryErrors {
  private static final int DENIED = 403;
  private static final int NO_LOGIN = 401;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int BAD = 400;

  private BigQueryErrors() {}

  static TidemillException of(GoogleJsonResponseException e, String what) {
    String cause = e.getDetails() == null ? e.getStatusMessage() : e.getDetails().getMessage();
    SourceError code =
        switch (e.getStatusCode()) {
          case NO_LOGIN, DENIED -> SourceError.SOURCE_DENIED;
          case NOT_FOUND -> SourceError.SOURCE_NOT_FOUND;
          case CONFLICT -> SourceError.SOURCE_CHANGED;
          case BAD -> SourceError.INVALID_SOURCE_FILTER;
          default -> SourceError.SOURCE_UNAVAILABLE;
        };
    return Problem.of(code, "BigQuery refused %s with status %d".formatted(what, e.getStatusCode()))
        .cause(String.valueOf(cause))
        .exception(e);
  }

  /** Our own name for a job is taken only by our own job. */
  static boolean existedAlready(TidemillException e) {
    return e.code() == SourceError.SOURCE_CHANGED;
  }

  /** BigQuery deletes results after a day. */
  static TidemillException ofResult(TidemillException e) {
    return e.code() == SourceError.SOURCE_NOT_FOUND
        ? Problem.of(
                SourceError.SOURCE_SNAPSHOT_LOST, "BigQuery no longer keeps the query's result")
            .cause(String.valueOf(e.getMessage()))
            .exception(e)
        : e;
  }

  static TidemillException ofQuery(ErrorProto error) {
    SourceError code =
        switch (String.valueOf(error.getReason())) {
          case "accessDenied" -> SourceError.SOURCE_DENIED;
          case "notFound" -> SourceError.SOURCE_NOT_FOUND;
          case "invalid", "invalidQuery" -> SourceError.INVALID_SOURCE_FILTER;
          default -> SourceError.SOURCE_UNAVAILABLE;
        };
    return Problem.of(code, "BigQuery could not answer the query (%s)".formatted(error.getReason()))
        .cause(String.valueOf(error.getMessage()))
        .exception();
  }

  static TidemillException unreachable(IOException e) {
    return Problem.of(SourceError.SOURCE_UNAVAILABLE, "BigQuery does not answer")
        .cause(e.toString())
        .exception(e);
  }

  /** Says nothing of the key, which may be in the exception. */
  static TidemillException noLogin(boolean none) {
    return Problem.of(
            SourceError.SOURCE_DENIED,
            none
                ? "there is no login for BigQuery on this machine"
                : "the source's password is not a service account's key")
        .next("set GOOGLE_APPLICATION_CREDENTIALS, or give the key's JSON as the source's password")
        .exception();
  }

  static TidemillException interrupted() {
    return Problem.of(SourceError.SOURCE_INTERRUPTED, "reading BigQuery was called off")
        .exception();
  }

  static TidemillException value(String column, long row, String why) {
    return Problem.of(
            SourceError.SOURCE_VALUE_UNSUPPORTED,
            "column %s of row %d %s".formatted(column, row, why))
        .exception();
  }

  static TidemillException broken(String what) {
    return Problem.of(SourceError.SOURCE_STREAM_BROKEN, "BigQuery's answer is not whole")
        .cause(what)
        .exception();
  }
}
