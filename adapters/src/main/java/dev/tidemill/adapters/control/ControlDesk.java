package dev.tidemill.adapters.control;

import dev.tidemill.adapters.link.AdapterService;
import dev.tidemill.wire.adapter.v1.AdapterControlGrpc;
import dev.tidemill.wire.adapter.v1.AdapterMessage;
import dev.tidemill.wire.adapter.v1.ServerMessage;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Where adapters call, whether this server is in charge or not. Thread-safe. */
public final class ControlDesk extends AdapterControlGrpc.AdapterControlImplBase {
  private final AtomicReference<@Nullable AdapterService> inCharge = new AtomicReference<>();

  @Override
  public StreamObserver<AdapterMessage> connect(StreamObserver<ServerMessage> answers) {
    AdapterService service = inCharge.get();
    if (service != null) {
      return service.connect(answers);
    }
    answers.onError(
        Status.UNAVAILABLE
            .withDescription("another server is in charge, or none yet; ask again who")
            .asRuntimeException());
    return new Deaf();
  }

  void take(AdapterService service) {
    inCharge.set(service);
  }

  /** Those connected are sent away, so that they find the next one. */
  void leave(AdapterService service) {
    inCharge.compareAndSet(service, null);
    service.close("this server is no longer in charge");
  }

  /** What a refused adapter still says. */
  private static final class Deaf implements StreamObserver<AdapterMessage> {
    @Override
    public void onNext(AdapterMessage message) {}

    @Override
    public void onError(Throwable broken) {}

    @Override
    public void onCompleted() {}
  }
}
