package dev.tidemill.jobs.store;

import dev.tidemill.jobs.Wakeups;
import java.util.function.Function;
import org.jdbi.v3.core.HandleCallback;

/**
 * Transactions for modules that keep tables of their own in the store. Thread-safe. Workers are
 * told of new runs after the commit.
 */
public final class StoreTransactions {
  private final Store store;
  private final Wakeups wakeups;

  public StoreTransactions(Store store, Wakeups wakeups) {
    this.store = store;
    this.wakeups = wakeups;
  }

  /** One transaction on a working connection. */
  public <T> T run(Function<StoreTransaction, T> body) {
    var dues = new Dues();
    T answer = store.inTransaction(in(body, dues));
    dues.tell(wakeups);
    return answer;
  }

  /** One transaction on the connection kept for signs of life: nothing that takes long. */
  public <T> T runForLiveness(Function<StoreTransaction, T> body) {
    var dues = new Dues();
    T answer = store.inLivenessTransaction(in(body, dues));
    dues.tell(wakeups);
    return answer;
  }

  private <T> HandleCallback<T, RuntimeException> in(
      Function<StoreTransaction, T> body, Dues dues) {
    return handle -> body.apply(new StoreTransaction(handle, store.statements(), dues));
  }
}
