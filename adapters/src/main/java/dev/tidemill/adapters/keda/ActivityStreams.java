package dev.tidemill.adapters.keda;

import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.wire.keda.IsActiveResponse;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Open streams, looked after by one thread however many there are. A stream is told what is so when
 * it opens and then each change. While demand cannot be read it is told nothing. One whose client
 * leaves is forgotten at once.
 */
final class ActivityStreams extends BaseService {
  private static final int MOST = 1000;

  private final Set<Stream> open = ConcurrentHashMap.newKeySet();
  private final Activity activity;
  private final Loop loop;

  interface Activity {
    boolean of(Trigger trigger) throws StatusException;
  }

  ActivityStreams(TimeSource time, Duration interval, Activity activity) {
    super("keda-streams");
    this.activity = activity;
    loop =
        new Loop(
            "keda-streams",
            time,
            () -> {
              tell();
              return interval;
            });
  }

  @Override
  protected void open() {
    loop.start();
  }

  @Override
  protected void close() {
    loop.stop();
    for (Stream stream : List.copyOf(open)) {
      open.remove(stream);
      stream.end(Status.UNAVAILABLE.withDescription("the server stops").asException());
    }
  }

  void add(Trigger trigger, ServerCallStreamObserver<IsActiveResponse> to) throws StatusException {
    if (open.size() >= MOST) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription("%d streams are open already".formatted(MOST))
          .asException();
    }
    var stream = new Stream(trigger, to);
    to.setOnCancelHandler(() -> open.remove(stream));
    open.add(stream);
    loop.wake();
  }

  int size() {
    return open.size();
  }

  private void tell() {
    Map<Trigger, Boolean> read = new HashMap<>();
    for (Stream stream : List.copyOf(open)) {
      try {
        Boolean active = read.get(stream.trigger);
        if (active == null) {
          active = activity.of(stream.trigger);
          read.put(stream.trigger, active);
        }
        stream.tell(active);
      } catch (StatusException unknown) {
        // What was told last holds; only a target that is no longer KEDA's is given up.
        if (unknown.getStatus().getCode() == Status.Code.FAILED_PRECONDITION) {
          open.remove(stream);
          stream.end(unknown);
        }
      }
    }
  }

  /** Spoken to by the loop, and at the end by whoever stops it. */
  private static final class Stream {
    private final Trigger trigger;
    private final ServerCallStreamObserver<IsActiveResponse> to;
    private @Nullable Boolean told;

    Stream(Trigger trigger, ServerCallStreamObserver<IsActiveResponse> to) {
      this.trigger = trigger;
      this.to = to;
    }

    /** One that does not read is told the latest when it does. */
    void tell(boolean active) {
      if ((told == null || told != active) && to.isReady() && !to.isCancelled()) {
        to.onNext(IsActiveResponse.newBuilder().setResult(active).build());
        told = active;
      }
    }

    void end(StatusException why) {
      if (!to.isCancelled()) {
        to.onError(why);
      }
    }
  }
}
