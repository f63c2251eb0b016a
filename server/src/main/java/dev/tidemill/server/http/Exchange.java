package dev.tidemill.server.http;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Caller;
import dev.tidemill.server.route.Match;
import dev.tidemill.server.route.Request;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request from its head to the last byte of its answer.
 *
 * <p>Its thread does the work; the event loop interrupts it when the client is gone, a timer when
 * the time is up. Whoever moves {@link #stage} away from WORKING answers, so there is one answer.
 * The thread is used for this request only: an interrupt that comes late hits nobody else.
 */
final class Exchange {
  private static final Logger log = LoggerFactory.getLogger(Exchange.class);

  private enum Stage {
    WORKING,
    ANSWERING,
    TIME_UP,
    GONE
  }

  private final HttpServerRequest request;
  private final Context context;
  private final Match.Found match;
  private final Target target;
  private final Edge edge;
  private final Body body;
  private final Reply reply;
  private final Thread thread;
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WORKING);
  private boolean begun;

  Exchange(
      HttpServerRequest request, Context context, Match.Found match, Target target, Edge edge) {
    this.request = request;
    this.context = context;
    this.match = match;
    this.target = target;
    this.edge = edge;
    this.body = new Body(request, context, match.route());
    this.reply = edge.reply(request, context);
    this.thread = Thread.ofVirtual().name("http " + match.route().name()).unstarted(this::run);
  }

  Thread thread() {
    return thread;
  }

  /** On the event loop, which is the only one to see a close, so nothing here may block. */
  void begin() {
    request.response().closeHandler(closed -> gone());
    request.exceptionHandler(
        broken -> {
          body.failed(broken);
          gone();
        });
    if (body.takeIfSmall(this::start)) {
      // What came with the head is all there by then; for the rest the thread waits.
      context.runOnContext(go -> start());
    } else {
      start();
    }
  }

  private void start() {
    if (!begun) {
      begun = true;
      thread.start();
    }
  }

  private void gone() {
    if (stage.compareAndSet(Stage.WORKING, Stage.GONE) || stage.get() == Stage.ANSWERING) {
      thread.interrupt();
    }
  }

  private void run() {
    try {
      Answer answer;
      try {
        answer = answer();
      } catch (InterruptedException e) {
        answer = Failures.answer(interrupted());
      } catch (Throwable e) {
        // Errors too: whatever a handler does, its client gets an answer.
        answer = stage.get() == Stage.WORKING ? Failures.answer(e, name()) : null;
      }
      if (answer != null && stage.compareAndSet(Stage.WORKING, Stage.ANSWERING)) {
        send(answer);
      }
    } finally {
      edge.ended(this);
    }
  }

  private Answer answer() throws Exception {
    Duration limit = match.route().limits().time();
    Supplier<Problem> tooLong = () -> Problems.timeUp(name(), limit);
    if (body.isWhole()) {
      return within(limit, tooLong, () -> handled(received()));
    }
    Duration bodyTime = edge.settings().bodyTime();
    Request received = within(bodyTime, () -> Problems.tooSlow(bodyTime), this::received);
    return within(limit, tooLong, () -> handled(received));
  }

  private Request received() throws InterruptedException, TimeoutException {
    Map<String, String> headers = Headers.of(request);
    Caller caller = edge.gate().admit(match.route(), headers);
    Parameters.refuseUnknown(match.route(), target.query());
    ByteBuffer bytes = body.await(edge.settings().bodyTime().multipliedBy(2));
    return new Request(match.path(), target.query(), headers, caller, bytes);
  }

  private Answer handled(Request received) throws Exception {
    return match.route().handler().answer(received);
  }

  private <T> T within(Duration limit, Supplier<Problem> otherwise, Callable<T> work)
      throws Exception {
    TimeSource.Timer timer = edge.time().schedule(limit, () -> timeUp(otherwise.get()));
    try {
      return work.call();
    } finally {
      timer.cancel();
    }
  }

  /** Answers in the handler's place, whether or not it minds the interrupt. */
  private void timeUp(Problem problem) {
    if (stage.compareAndSet(Stage.WORKING, Stage.TIME_UP)) {
      thread.interrupt();
      send(Failures.answer(problem));
    }
  }

  private void send(Answer answer) {
    if (stage.get() == Stage.ANSWERING) {
      // A flag left by the handler's own doings must not stop its answer.
      Thread.interrupted();
    }
    try {
      if (request.response().closed()) {
        return;
      }
      if (!request.isEnded() && answer instanceof Answer.Full refusal) {
        reply.refuse(refusal, edge.time());
      } else {
        reply.send(answer, this::brokeOff);
      }
    } catch (Throwable e) {
      brokeOff(e);
    }
  }

  private void brokeOff(Throwable why) {
    if (request.response().closed()) {
      log.debug("The client of {} left before its answer was told", name(), why);
    } else {
      log.warn("The answer of {} broke off; its connection is cut", name(), why);
      request.connection().close();
    }
  }

  private Problem interrupted() {
    return edge.stopping()
        ? Problem.of(CoreError.UNAVAILABLE, "the server is stopping").next("try again soon")
        : Problem.of(CoreError.UNAVAILABLE, name() + " was interrupted").next("try again");
  }

  HttpServerRequest request() {
    return request;
  }

  private String name() {
    return match.route().name();
  }

  /** What a request that takes too long is told. */
  private static final class Problems {
    static Problem tooSlow(Duration limit) {
      return Problem.of(
              ServerError.REQUEST_TOO_SLOW,
              "the request was not sent within %d s".formatted(limit.toSeconds()))
          .next("try again over a better connection");
    }

    static Problem timeUp(String route, Duration limit) {
      return Problem.of(
              CoreError.TIMED_OUT, "%s took longer than %d s".formatted(route, limit.toSeconds()))
          .cause("the work was interrupted; it may have been done in part")
          .next("look before trying again");
    }
  }
}
