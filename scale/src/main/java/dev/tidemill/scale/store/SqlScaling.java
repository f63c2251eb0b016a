package dev.tidemill.scale.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.scale.PolicyName;
import dev.tidemill.scale.Scaling;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.log.DecisionLog;
import dev.tidemill.scale.log.StoredDecision;
import dev.tidemill.scale.signal.FleetSignals;
import dev.tidemill.scale.signal.SignalSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@link Scaling} on a database. */
public final class SqlScaling implements Scaling {
  /** The name of the controller's lease. */
  public static final String LEASE = "scale";

  /** Many may ask at once; the store is asked once in so long. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final StoreTransactions transactions;
  private final SignalSource signals;
  private final DecisionLog decisions;
  private final StatusNote note;
  private final Replay replay;
  private final PolicyName policy;
  private final TimeSource time;
  private final AtomicReference<@Nullable Read> last = new AtomicReference<>();

  private record Read(FleetSignals signals, Duration at) {}

  /**
   * @param policy the one that is set
   * @param policies makes any, with the settings there are
   */
  public SqlScaling(
      StoreTransactions transactions,
      SignalSource signals,
      DecisionLog decisions,
      StatusNote note,
      PolicyName policy,
      Function<PolicyName, ScalingPolicy> policies,
      TimeSource time) {
    this.transactions = transactions;
    this.signals = signals;
    this.decisions = decisions;
    this.note = note;
    this.policy = policy;
    this.replay = new Replay(transactions, note, policies);
    this.time = time;
  }

  @Override
  public ObjectNode signals() {
    Read read = read();
    return SignalsJson.flat(read.signals, time.monotonic().minus(read.at));
  }

  @Override
  public ObjectNode status() {
    Read read = read();
    ObjectNode status = Json.object().put("policy", Words.of(policy));
    Optional<ControlAddress> leader = control();
    status.put("leader", leader.map(ControlAddress::leader).orElse(null));
    status.put("grpc", leader.map(ControlAddress::grpc).orElse(null));
    status.put("term", leader.map(ControlAddress::term).orElse(null));
    Optional<StatusNote.Told> told = note.find();
    ObjectNode known = told.map(StatusNote.Told::status).orElseGet(Json::object);
    status.put(
        "told_seconds_ago",
        told.map(
                note ->
                    SignalsJson.seconds(
                        Duration.between(note.at(), read.signals.at())
                            .plus(time.monotonic().minus(read.at))))
            .map(age -> Math.max(0, age))
            .orElse(null));
    status.set("adapters", known.withArray("adapters"));
    ArrayNode workers = status.putArray("workers");
    read.signals.workers().forEach(worker -> workers.add(SignalsJson.worker(worker)));
    double age = SignalsJson.seconds(time.monotonic().minus(read.at));
    ArrayNode aged = status.putArray("signals");
    for (Map.Entry<String, JsonNode> signal :
        SignalsJson.flat(read.signals, Duration.ZERO).properties()) {
      if (signal.getValue().isNumber() && !signal.getKey().equals("age_seconds")) {
        ObjectNode one = Json.object().put("signal", signal.getKey());
        one.set("value", signal.getValue());
        aged.add(one.put("age_seconds", age));
      }
    }
    return status;
  }

  @Override
  public List<ObjectNode> history(long before, int limit) {
    return decisions.list(before, limit).stream().map(SqlScaling::line).toList();
  }

  @Override
  public Optional<ObjectNode> find(long id) {
    return decisions.find(id).map(SqlScaling::whole);
  }

  @Override
  public ObjectNode simulate(PolicyName asked, Duration period) {
    return replay.run(policy, asked, period);
  }

  @Override
  public Optional<ControlAddress> control() {
    return transactions
        .run(
            in ->
                in.handle()
                    .createQuery(
                        in.fill(
                            "SELECT holder, term FROM leases WHERE name = :name"
                                + " AND holder IS NOT NULL AND expires_at > ${now}"))
                    .bind("name", LEASE)
                    .map(
                        (row, context) ->
                            ControlAddress.of(row.getString("holder"), row.getLong("term")))
                    .findOne())
        .flatMap(Function.identity());
  }

  private Read read() {
    Read known = last.get();
    if (known != null && time.monotonic().minus(known.at).compareTo(FRESH) < 0) {
      return known;
    }
    Duration begun = time.monotonic();
    var read = new Read(signals.read(), begun);
    last.set(read);
    return read;
  }

  private static ObjectNode line(StoredDecision stored) {
    return Json.object()
        .put("id", stored.id())
        .put("at", stored.at().toString())
        .put("policy", stored.decision().rule())
        .put("decision", name(stored))
        .put("words", stored.words());
  }

  private static ObjectNode whole(StoredDecision stored) {
    ObjectNode node = line(stored).put("explanation", stored.decision().explain());
    return stored.json(node);
  }

  private static String name(StoredDecision stored) {
    return stored.decision().term() + "." + stored.decision().number();
  }
}
