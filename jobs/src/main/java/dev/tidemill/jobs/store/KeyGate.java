package dev.tidemill.jobs.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Lets through as many jobs of a key as may still run beside those that do. */
final class KeyGate {
  static final Comparator<Candidate> STORE_ORDER =
      Comparator.comparingInt(Candidate::priority)
          .thenComparingLong(Candidate::notBefore)
          .thenComparingLong(Candidate::id);

  private final Handle handle;
  private final Statements statements;
  private final Map<Key, Integer> room = new HashMap<>();

  KeyGate(Handle handle, Statements statements) {
    this.handle = handle;
    this.statements = statements;
  }

  /** A job that could be claimed. */
  record Candidate(long id, String tenant, @Nullable String key, int priority, long notBefore) {
    static Candidate read(ResultSet row) throws SQLException {
      return new Candidate(
          row.getLong("id"),
          row.getString("tenant"),
          row.getString("key"),
          row.getInt("priority"),
          row.getLong("not_before"));
    }
  }

  private record Key(String tenant, String key) {}

  /** The first {@code max} that may run, in the order given. */
  List<Long> admit(List<Candidate> candidates, int max) {
    var admitted = new ArrayList<Long>();
    for (Candidate candidate : candidates) {
      if (admitted.size() == max) {
        break;
      }
      if (candidate.key == null) {
        admitted.add(candidate.id);
        continue;
      }
      var key = new Key(candidate.tenant, candidate.key);
      int left = room.computeIfAbsent(key, this::room);
      if (left > 0) {
        room.put(key, left - 1);
        admitted.add(candidate.id);
      }
    }
    return admitted;
  }

  /**
   * The lock is held until the claim has committed, so the count below it is exact. A key that
   * somebody else is claiming at this moment has no room for us: it is a hint's length away.
   */
  private int room(Key key) {
    boolean limited =
        handle
                .createQuery(
                    "SELECT count(*) FROM key_limits WHERE tenant = :tenant AND key = :key")
                .bind("tenant", key.tenant)
                .bind("key", key.key)
                .mapTo(Long.class)
                .one()
            > 0;
    if (!limited) {
      return Integer.MAX_VALUE;
    }
    int most =
        handle
            .createQuery(
                statements.fill(
                    "SELECT most FROM key_limits WHERE tenant = :tenant AND key = :key ${try_lock}"))
            .bind("tenant", key.tenant)
            .bind("key", key.key)
            .mapTo(Integer.class)
            .findOne()
            .orElse(0);
    if (most == 0) {
      return 0;
    }
    int running =
        handle
            .createQuery(
                "SELECT count(*) FROM jobs WHERE tenant = :tenant AND key = :key"
                    + " AND status = 'claimed'")
            .bind("tenant", key.tenant)
            .bind("key", key.key)
            .mapTo(Integer.class)
            .one();
    return Math.max(0, most - running);
  }
}
