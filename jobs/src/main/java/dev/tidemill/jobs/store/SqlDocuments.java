package dev.tidemill.jobs.store;

import dev.tidemill.jobs.Documents;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link Documents} on a database. */
public final class SqlDocuments implements Documents {
  private static final String WHICH = " WHERE tenant = :tenant AND kind = :kind AND name = :name";

  private final Store store;

  public SqlDocuments(Store store) {
    this.store = store;
  }

  @Override
  public Document put(
      String tenant, String kind, String name, String body, @Nullable String sealed) {
    return store.inTransaction(
        handle ->
            handle
                .createQuery(
                    store
                        .statements()
                        .fill(
                            "INSERT INTO documents (tenant, kind, name, body, sealed, updated_at)"
                                + " VALUES (:tenant, :kind, :name, :body, :sealed, ${now})"
                                + " ON CONFLICT (tenant, kind, name) DO UPDATE SET body = excluded.body,"
                                + " sealed = excluded.sealed, updated_at = excluded.updated_at"
                                + " RETURNING *"))
                .bind("tenant", tenant)
                .bind("kind", kind)
                .bind("name", Json.storable(name))
                .bind("body", Json.storable(body))
                .bind("sealed", sealed)
                .map((row, context) -> read(row))
                .one());
  }

  @Override
  public Optional<Document> find(String tenant, String kind, String name) {
    return store.autocommit(
        handle ->
            handle
                .createQuery("SELECT * FROM documents" + WHICH)
                .bind("tenant", tenant)
                .bind("kind", kind)
                .bind("name", name)
                .map((row, context) -> read(row))
                .findOne());
  }

  @Override
  public List<Document> list(String tenant, String kind, String after, int limit) {
    return store.autocommit(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM documents WHERE tenant = :tenant AND kind = :kind"
                        + " AND name > :after ORDER BY name LIMIT :limit")
                .bind("tenant", tenant)
                .bind("kind", kind)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list());
  }

  @Override
  public boolean delete(String tenant, String kind, String name) {
    return store.inTransaction(
        handle ->
            handle
                    .createUpdate("DELETE FROM documents" + WHICH)
                    .bind("tenant", tenant)
                    .bind("kind", kind)
                    .bind("name", name)
                    .execute()
                > 0);
  }

  private static Document read(ResultSet row) throws SQLException {
    return new Document(
        row.getString("kind"),
        row.getString("name"),
        row.getString("body"),
        row.getString("sealed"),
        StoreClock.instant(row.getLong("updated_at")));
  }
}
