package dev.tidemill.adapters.link;

import dev.tidemill.adapters.AdapterWire;
import dev.tidemill.adapters.DesiredSet;
import dev.tidemill.adapters.GroupAction;
import dev.tidemill.adapters.GroupReconciler;
import dev.tidemill.adapters.ObservedGroup;
import dev.tidemill.adapters.WorkerAdapter;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.Backoff;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.wire.adapter.v1.AdapterControlGrpc;
import dev.tidemill.wire.adapter.v1.AdapterMessage;
import dev.tidemill.wire.adapter.v1.Heartbeat;
import dev.tidemill.wire.adapter.v1.Hello;
import dev.tidemill.wire.adapter.v1.ServerMessage;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The adapter's end: dials, reports every heartbeat and follows what is wished. The platform is
 * called by the loop's thread only.
 */
public final class AdapterLink extends BaseService {
  private static final Logger log = LoggerFactory.getLogger(AdapterLink.class);
  private static final Backoff REDIAL =
      new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30), 0.25);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** A connection on which nothing is heard for so many heartbeats is given up. */
  private static final int DEAF = 5;

  private final Dialer dialer;
  private final Hello hello;
  private final GroupReconciler reconciler;
  private final WorkerAdapter platform;
  private final TimeSource time;
  private final Duration heartbeat;
  private final AtomicReference<@Nullable DesiredSet> wished = new AtomicReference<>();
  private final Loop loop;
  private @Nullable Call call;
  private int failures;

  public AdapterLink(
      Channel channel,
      Hello hello,
      GroupReconciler reconciler,
      WorkerAdapter platform,
      TimeSource time,
      Duration heartbeat) {
    this(() -> channel, hello, reconciler, platform, time, heartbeat);
  }

  /**
   * @param dialer asked at every dial, because who controls may have changed meanwhile
   */
  public AdapterLink(
      Dialer dialer,
      Hello hello,
      GroupReconciler reconciler,
      WorkerAdapter platform,
      TimeSource time,
      Duration heartbeat) {
    super("adapter-link");
    this.dialer = dialer;
    this.hello = hello;
    this.reconciler = reconciler;
    this.platform = platform;
    this.time = time;
    this.heartbeat = heartbeat;
    loop = new Loop("adapter-link", time, this::turn);
  }

  /** Finds the controller. Called by the loop's thread only. */
  public interface Dialer {
    /** May throw; the dial is then tried again later. */
    Channel dial();
  }

  @Override
  protected void open() {
    loop.start();
  }

  @Override
  protected void close() {
    loop.stop();
    if (call != null) {
      call.cancel("the adapter stops");
    }
  }

  /** Follows the last wish, whether connected or not, and reports. */
  private Duration turn() {
    DesiredSet wish = wished.getAndSet(null);
    if (wish != null) {
      reconciler.accept(wish);
    }
    List<ObservedGroup> real = platform.observe();
    for (GroupAction action : reconciler.plan(real).actions()) {
      action.on(platform);
    }
    List<ObservedGroup> after = platform.observe();
    Heartbeat report =
        AdapterWire.heartbeat(reconciler.generation(), after, reconciler.plan(after).refusals());
    return report(report);
  }

  private Duration report(Heartbeat report) {
    Call now = call;
    if (now != null && now.deaf()) {
      now.cancel("nothing was heard from the server");
    }
    if (now != null && now.ended != null) {
      call = null;
      failures = now.heard ? 1 : failures + 1;
      Duration pause = pause();
      log.warn(
          "connection to the server ended ({}); dialling again in {}", words(now.ended), pause);
      return pause;
    }
    if (now == null) {
      Channel channel = reach();
      if (channel == null) {
        failures++;
        return pause();
      }
      now = new Call();
      call = now;
      AdapterControlGrpc.newStub(channel).connect(now);
      now.send(AdapterMessage.newBuilder().setHello(hello).build());
    }
    now.send(AdapterMessage.newBuilder().setHeartbeat(report).build());
    return heartbeat;
  }

  /** Wishes are followed also while nobody can be reached, so this must not end the round. */
  private @Nullable Channel reach() {
    try {
      return dialer.dial();
    } catch (RuntimeException e) {
      log.warn("the controller is not found: {}", e.getMessage());
      return null;
    }
  }

  /** Not so long that groups of an adapter would be taken for lost while it waits. */
  private Duration pause() {
    Duration pause = REDIAL.after(failures, RandomGenerator.getDefault());
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  private static String words(@Nullable Status status) {
    return status == null
        ? "?"
        : status.getDescription() == null ? status.getCode().toString() : status.getDescription();
  }

  /** One connection; heard on threads of gRPC, spoken on by the loop. */
  private final class Call implements ClientResponseObserver<AdapterMessage, ServerMessage> {
    private volatile @Nullable ClientCallStreamObserver<AdapterMessage> requests;
    private volatile Duration last = time.monotonic();
    private volatile boolean heard;
    private volatile @Nullable Status ended;

    @Override
    public void beforeStart(ClientCallStreamObserver<AdapterMessage> observer) {
      requests = observer;
    }

    /** What a server that does not read cannot take is left out, but for the first two. */
    void send(AdapterMessage message) {
      var to = requests;
      if (to != null && ended == null && (to.isReady() || !heard)) {
        to.onNext(message);
      }
    }

    boolean deaf() {
      return ended == null
          && time.monotonic().minus(last).compareTo(heartbeat.multipliedBy(DEAF)) > 0;
    }

    void cancel(String why) {
      var to = requests;
      if (to != null) {
        to.cancel(why, null);
      }
      ended = Status.CANCELLED.withDescription(why);
    }

    @Override
    public void onNext(ServerMessage message) {
      last = time.monotonic();
      heard = true;
      if (message.hasEcho()) {
        DesiredSet later = AdapterWire.desired(message.getEcho());
        wished.accumulateAndGet(
            later,
            (before, next) ->
                before != null && next != null && before.generation() > next.generation()
                    ? before
                    : next);
        loop.wake();
      }
    }

    @Override
    public void onError(Throwable broken) {
      ended = Status.fromThrowable(broken);
      loop.wake();
    }

    @Override
    public void onCompleted() {
      ended = Status.OK;
      loop.wake();
    }
  }
}
