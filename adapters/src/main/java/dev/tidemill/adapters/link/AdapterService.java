package dev.tidemill.adapters.link;

import dev.tidemill.adapters.AdapterWire;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.control.ControlEffect;
import dev.tidemill.scale.control.ControlEvent;
import dev.tidemill.scale.control.ControlState;
import dev.tidemill.scale.control.Decision;
import dev.tidemill.scale.control.ScalingController;
import dev.tidemill.wire.adapter.v1.AdapterControlGrpc;
import dev.tidemill.wire.adapter.v1.AdapterMessage;
import dev.tidemill.wire.adapter.v1.Hello;
import dev.tidemill.wire.adapter.v1.ServerMessage;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The server's end: events in, effects out, one at a time. For any thread. */
public final class AdapterService extends AdapterControlGrpc.AdapterControlImplBase {
  static final int PROTOCOL = 1;

  private final ScalingController controller;
  private final TimeSource time;
  private final String build;
  private final Consumer<Decision> decisions;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, StreamObserver<ServerMessage>> streams = new HashMap<>();
  private final Map<AdapterId, Integer> slots = new HashMap<>();
  private ControlState state;
  private long sessions;

  /**
   * @param beginning with the term that the store gave this controller
   * @param decisions called after each round, not under a lock
   */
  public AdapterService(
      ScalingController controller,
      ControlState beginning,
      TimeSource time,
      String build,
      Consumer<Decision> decisions) {
    this.controller = controller;
    this.state = beginning;
    this.time = time;
    this.build = build;
    this.decisions = decisions;
  }

  /** Decides anew; false when a later controller is in charge and this one must end. */
  public boolean round(ControlEvent.Round round) {
    step(round);
    lock.lock();
    try {
      return !state.fenced();
    } finally {
      lock.unlock();
    }
  }

  /** All that is known right now. */
  public ControlState state() {
    lock.lock();
    try {
      return state;
    } finally {
      lock.unlock();
    }
  }

  /** How many jobs a worker of each adapter does at a time, as far as adapters have said so. */
  public Map<AdapterId, Integer> slots() {
    lock.lock();
    try {
      return Map.copyOf(slots);
    } finally {
      lock.unlock();
    }
  }

  /** Ends every connection: somebody else is, or will be, in charge. */
  public void close(String why) {
    lock.lock();
    try {
      for (String session : List.copyOf(streams.keySet())) {
        end(session, Status.UNAVAILABLE, why);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public StreamObserver<AdapterMessage> connect(StreamObserver<ServerMessage> answers) {
    return new Session(answers);
  }

  private void step(ControlEvent event) {
    List<Decision> decided = new ArrayList<>();
    lock.lock();
    try {
      ScalingController.Step step = controller.step(state, event, time.now());
      state = step.state();
      // Under the lock, so that echoes leave in the order of their generations; none of it blocks.
      for (ControlEffect effect : step.effects()) {
        perform(effect, decided);
      }
    } finally {
      lock.unlock();
    }
    decided.forEach(decisions);
  }

  private void perform(ControlEffect effect, List<Decision> decided) {
    switch (effect) {
      case ControlEffect.Echo echo -> {
        var stream = streams.get(echo.session());
        // One that does not read gets the next echo instead: each holds everything.
        if (stream instanceof ServerCallStreamObserver<ServerMessage> call && call.isReady()) {
          call.onNext(ServerMessage.newBuilder().setEcho(AdapterWire.echo(echo.wishes())).build());
        }
      }
      case ControlEffect.Refuse refuse ->
          end(refuse.session(), Status.ALREADY_EXISTS, refuse.why());
      case ControlEffect.Decided one -> decided.add(one.decision());
      case ControlEffect.Fenced fenced -> {
        for (String session : List.copyOf(streams.keySet())) {
          end(
              session,
              Status.UNAVAILABLE,
              "controller of term %d is in charge".formatted(fenced.laterTerm()));
        }
      }
    }
  }

  private void end(String session, Status status, String why) {
    StreamObserver<ServerMessage> stream = streams.remove(session);
    if (stream != null) {
      stream.onError(status.withDescription(why).asRuntimeException());
    }
  }

  /** One connection. */
  private final class Session implements StreamObserver<AdapterMessage> {
    private final StreamObserver<ServerMessage> answers;
    private final String name;

    Session(StreamObserver<ServerMessage> answers) {
      this.answers = answers;
      lock.lock();
      try {
        name = "session-" + ++sessions;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void onNext(AdapterMessage message) {
      switch (message.getBodyCase()) {
        case HELLO -> hello(message.getHello());
        case HEARTBEAT -> step(AdapterWire.heard(name, message.getHeartbeat()));
        case BODY_NOT_SET -> {}
      }
    }

    private void hello(Hello hello) {
      lock.lock();
      try {
        streams.put(name, answers);
        if (hello.getProtocolMin() > PROTOCOL || hello.getProtocolMax() < PROTOCOL) {
          end(name, Status.FAILED_PRECONDITION, "this server speaks protocol " + PROTOCOL);
          return;
        }
        if (hello.getAdapter().getSlotsPerWorker() > 0) {
          slots.put(
              new AdapterId(hello.getAdapter().getId()), hello.getAdapter().getSlotsPerWorker());
        }
        answers.onNext(
            ServerMessage.newBuilder()
                .setHello(
                    Hello.newBuilder()
                        .setBuild(build)
                        .setProtocolMin(PROTOCOL)
                        .setProtocolMax(PROTOCOL))
                .build());
      } finally {
        lock.unlock();
      }
      step(new ControlEvent.Hello(name, AdapterWire.adapter(hello.getAdapter())));
    }

    @Override
    public void onError(Throwable broken) {
      gone();
    }

    @Override
    public void onCompleted() {
      lock.lock();
      try {
        if (streams.containsKey(name)) {
          answers.onCompleted();
        }
      } finally {
        lock.unlock();
      }
      gone();
    }

    private void gone() {
      lock.lock();
      try {
        streams.remove(name);
      } finally {
        lock.unlock();
      }
      step(new ControlEvent.Disconnected(name));
    }
  }
}
