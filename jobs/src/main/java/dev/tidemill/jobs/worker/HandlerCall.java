package dev.tidemill.jobs.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.JobsError;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a handler so that every end it can have becomes an outcome. */
final class HandlerCall {
  private static final Logger log = LoggerFactory.getLogger(HandlerCall.class);
  private static final ObjectMapper PAYLOADS =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private HandlerCall() {}

  static JobOutcome run(Handlers handlers, ClaimedJob job, Execution execution) {
    Optional<JobHandler<?>> handler = handlers.find(job.type());
    if (handler.isEmpty()) {
      // Never claimed in the first place; should it happen, another worker may know better.
      return new JobOutcome.HandBack(null);
    }
    try {
      return call(handler.get(), job, execution);
    } catch (InterruptedException e) {
      return new JobOutcome.Fail(
          Problem.of(CoreError.INTERNAL_ERROR, "the execution was interrupted"), true);
    } catch (TidemillException e) {
      return JobOutcome.Fail.of(e.problem());
    } catch (Throwable e) {
      // Errors too: the thread belongs to the worker, and its next job has nothing to do with it.
      log.warn("{} failed", job.id(), e);
      return new JobOutcome.Fail(
          Problem.of(CoreError.INTERNAL_ERROR, "the handler of %s failed".formatted(job.type()))
              .cause(e.toString()),
          true);
    }
  }

  private static <P> JobOutcome call(JobHandler<P> handler, ClaimedJob job, Execution execution)
      throws Exception {
    P payload;
    try {
      payload = PAYLOADS.readValue(job.payload(), handler.payloadClass());
    } catch (JsonProcessingException e) {
      return new JobOutcome.Fail(
          Problem.of(
                  JobsError.PAYLOAD_UNREADABLE,
                  "the payload does not fit the type %s".formatted(job.type()))
              .cause(e.getOriginalMessage())
              .next("submit it again with a payload that does; nothing was done"),
          false);
    }
    return handler.run(payload, execution);
  }
}
