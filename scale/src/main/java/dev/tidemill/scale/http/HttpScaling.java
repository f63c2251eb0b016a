package dev.tidemill.scale.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.config.Durations;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpCalls;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.scale.PolicyName;
import dev.tidemill.scale.Scaling;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@link Scaling} of a server. */
public final class HttpScaling implements Scaling, AutoCloseable {
  private static final String BASE = "/api/scale/";

  private final HttpCalls calls;

  public HttpScaling(ServerAddress server, ErrorCatalog codes, CallLimits limits) {
    this.calls = new HttpCalls(server, codes, limits.connect(), limits.work());
  }

  @Override
  public ObjectNode signals() {
    return calls.get(BASE + "signals", HttpScaling::whole);
  }

  @Override
  public ObjectNode status() {
    return calls.get(BASE + "status", HttpScaling::whole);
  }

  @Override
  public List<ObjectNode> history(long before, int limit) {
    return calls.get(
        BASE + "decisions?limit=" + limit + (before == 0 ? "" : "&after=" + before),
        list -> Listing.read(list, HttpScaling::whole));
  }

  @Override
  public Optional<ObjectNode> find(long id) {
    return calls.find(BASE + "decisions/" + id, HttpScaling::whole);
  }

  @Override
  public ObjectNode simulate(PolicyName policy, Duration last) {
    return calls.get(
        BASE + "simulate?policy=" + Words.of(policy) + "&last=" + Durations.format(last),
        HttpScaling::whole);
  }

  @Override
  public Optional<ControlAddress> control() {
    return calls.find(
        "/api/internal/adapter/control",
        found ->
            new ControlAddress(
                found.text("leader"), found.text("grpc"), found.number("term", 0, Long.MAX_VALUE)));
  }

  @Override
  public void close() {
    calls.close();
  }

  private static ObjectNode whole(Fields fields) {
    ObjectNode node = Json.object();
    fields.names().forEach(name -> node.set(name, fields.value(name)));
    return node;
  }
}
