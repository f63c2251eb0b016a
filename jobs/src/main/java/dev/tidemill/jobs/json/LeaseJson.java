package dev.tidemill.jobs.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import java.time.Duration;

/** How a worker introduces itself, and the lease it gets. */
public final class LeaseJson {
  /** Goes up when an old server could misread what a new worker says. */
  public static final int PROTOCOL = 1;

  private LeaseJson() {}

  public static ObjectNode write(WorkerHello hello) {
    ObjectNode node =
        Json.object()
            .put("protocol", PROTOCOL)
            .put("incarnation", hello.incarnation())
            .put("name", hello.name())
            .put("group", hello.group())
            .put("host", hello.host())
            .put("pid", hello.pid())
            .put("build", hello.build())
            .put("slots", hello.slots());
    node.set("capabilities", Json.texts(hello.capabilities()));
    node.set("types", Json.texts(hello.types()));
    return node.put("lease_seconds", Times.seconds(hello.lease()));
  }

  public static int protocol(Fields hello) {
    return Math.toIntExact(hello.number("protocol", 1, Integer.MAX_VALUE));
  }

  public static WorkerHello readHello(Fields hello) {
    return hello.make(
        "name",
        () ->
            new WorkerHello(
                hello.text("incarnation"),
                hello.text("name"),
                hello.textOrNull("group"),
                hello.text("host"),
                hello.number("pid", Long.MIN_VALUE, Long.MAX_VALUE),
                hello.text("build"),
                Math.toIntExact(hello.number("slots", 0, Integer.MAX_VALUE)),
                hello.texts("capabilities"),
                hello.texts("types"),
                hello.seconds("lease_seconds", WorkerHello.DEFAULT_LEASE)));
  }

  public static ObjectNode write(WorkerLease lease) {
    return Json.object()
        .put("id", lease.id())
        .put("name", lease.name())
        .put("lease_seconds", Times.seconds(lease.length()));
  }

  public static WorkerLease readLease(Fields lease) {
    return new WorkerLease(
        lease.number("id", Long.MIN_VALUE, Long.MAX_VALUE),
        lease.text("name"),
        lease.seconds("lease_seconds", Duration.ZERO));
  }
}
