package dev.tidemill.schedule.leader;

import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransaction;
import dev.tidemill.jobs.store.StoreTransactions;
import java.util.Optional;

/**
 * A lease on one row of the store. Each step is one statement on the connection kept for signs of
 * life, so that work which holds all others does not cost the leadership.
 */
public final class StoreLeaderLease implements LeaderLease {
  private final StoreTransactions transactions;
  private final String name;
  private final long ttl;

  public StoreLeaderLease(StoreTransactions transactions, String name, LeaseSettings settings) {
    this.transactions = transactions;
    this.name = name;
    this.ttl = StoreClock.micros(settings.ttl());
  }

  @Override
  public LeaseAnswer acquire(HolderId holder) {
    return transactions.runForLiveness(
        in ->
            answer(
                query(
                    in,
                    "INSERT INTO leases (name, holder, term, expires_at)"
                        + " VALUES (:name, :holder, 1, ${now} + :ttl)"
                        + " ON CONFLICT (name) DO UPDATE SET holder = excluded.holder,"
                        + " expires_at = excluded.expires_at,"
                        + " term = CASE WHEN leases.holder = excluded.holder"
                        + " AND leases.expires_at > ${now} THEN leases.term ELSE leases.term + 1 END"
                        + " WHERE leases.holder IS NULL OR leases.holder = excluded.holder"
                        + " OR leases.expires_at <= ${now} RETURNING term",
                    holder,
                    0)));
  }

  @Override
  public LeaseAnswer renew(HolderId holder, Term term) {
    return transactions.runForLiveness(
        in ->
            answer(
                query(
                    in,
                    "UPDATE leases SET expires_at = ${now} + :ttl WHERE name = :name"
                        + " AND holder = :holder AND term = :term AND expires_at > ${now}"
                        + " RETURNING term",
                    holder,
                    term.value())));
  }

  @Override
  public void release(HolderId holder, Term term) {
    transactions.runForLiveness(
        in ->
            query(
                in,
                "UPDATE leases SET holder = NULL WHERE name = :name AND holder = :holder"
                    + " AND term = :term RETURNING term",
                holder,
                term.value()));
  }

  private Optional<Long> query(StoreTransaction in, String sql, HolderId holder, long term) {
    return in.handle()
        .createQuery(in.fill(sql))
        .bind("name", name)
        .bind("holder", holder.value())
        .bind("term", term)
        .bind("ttl", ttl)
        .mapTo(Long.class)
        .findOne();
  }

  private static LeaseAnswer answer(Optional<Long> term) {
    return term.<LeaseAnswer>map(value -> new LeaseAnswer.Held(new Term(value)))
        .orElseGet(LeaseAnswer.Refused::new);
  }
}
