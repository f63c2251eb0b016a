package dev.tidemill.scale.log;

import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.scale.control.Decision;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** {@link DecisionLog} on a database. */
public final class SqlDecisionLog implements DecisionLog {
  private static final int BATCH = 1000;

  private final StoreTransactions transactions;

  public SqlDecisionLog(StoreTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public long put(Decision decision) {
    var adapters = new TreeSet<String>();
    decision.advice().lines().forEach(line -> adapters.add(line.adapter().value()));
    return transactions.run(
        in ->
            in.handle()
                .createQuery(
                    in.fill(
                        "INSERT INTO scale_decisions (at, adapter, policy, inputs, result, reason)"
                            + " VALUES (${now}, :adapter, :policy, :inputs, :result, :reason)"
                            + " RETURNING id"))
                .bind("adapter", String.join(",", adapters))
                .bind("policy", decision.rule())
                .bind("inputs", Json.write(DecisionJson.inputs(decision)))
                .bind("result", Json.write(DecisionJson.result(decision)))
                .bind("reason", Gist.words(decision).replace('\0', ' '))
                .mapTo(Long.class)
                .one());
  }

  @Override
  public List<StoredDecision> list(long before, int limit) {
    return transactions.run(
        in ->
            in.handle()
                .createQuery(
                    "SELECT * FROM scale_decisions WHERE id < :before ORDER BY id DESC LIMIT :limit")
                .bind("before", before == 0 ? Long.MAX_VALUE : before)
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list());
  }

  @Override
  public Optional<StoredDecision> find(long id) {
    return transactions.run(
        in ->
            in.handle()
                .createQuery("SELECT * FROM scale_decisions WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> read(row))
                .findOne());
  }

  @Override
  public int forget(Duration age) {
    return transactions.run(
        in ->
            in.handle()
                .createUpdate(
                    in.fill(
                        "DELETE FROM scale_decisions WHERE id IN (SELECT id FROM scale_decisions"
                            + " WHERE at < ${now} - :age ORDER BY at LIMIT :batch)"))
                .bind("age", StoreClock.micros(age))
                .bind("batch", BATCH)
                .execute());
  }

  private static StoredDecision read(ResultSet row) throws SQLException {
    return new StoredDecision(
        row.getLong("id"),
        StoreClock.instant(row.getLong("at")),
        row.getString("reason"),
        DecisionJson.read(
            Fields.of(Json.readObject(row.getString("inputs"))),
            Fields.of(Json.readObject(row.getString("result")))));
  }
}
