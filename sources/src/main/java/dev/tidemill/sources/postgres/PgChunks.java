package dev.tidemill.sources.postgres;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Filters;
import dev.tidemill.sources.KeyCuts;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Where a table is cut. Runs inside the session's snapshot. */
final class PgChunks {
  private static final long SAMPLES_PER_CHUNK = 2000;

  /** The table and all below it that hold rows of their own. */
  private static final String MEMBERS =
      """
      WITH RECURSIVE tree (oid) AS (
        SELECT ?::bigint::oid
        UNION
        SELECT i.inhrelid FROM pg_inherits i JOIN tree t ON i.inhparent = t.oid)
      SELECT n.nspname, c.relname, c.relkind = 'f',
        pg_relation_size(c.oid) / current_setting('block_size')::bigint,
        has_table_privilege(c.oid, 'SELECT'), top.relrowsecurity
      FROM tree JOIN pg_class c USING (oid) JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_class top ON top.oid = ?::bigint::oid
      WHERE c.relkind IN ('r', 'm', 'f')
      ORDER BY c.oid
      """;

  private final Connection connection;
  private final PgSelect select;

  PgChunks(Connection connection, PgSelect select) {
    this.connection = connection;
    this.select = select;
  }

  List<Chunk> plan(int chunks, @Nullable String partitionKey, long estimatedRows)
      throws SQLException {
    if (chunks <= 1) {
      return List.of(new Chunk.Whole());
    }
    if (partitionKey != null) {
      return byKey(chunks, partitionKey, estimatedRows);
    }
    return switch (select.table().kind()) {
      case TABLE, PARTITIONED -> PageCuts.cut(members(), chunks);
      // They have no pages that could be told apart.
      case VIEW, FOREIGN -> List.of(new Chunk.Whole());
    };
  }

  private List<PageCuts.Member> members() throws SQLException {
    var members = new ArrayList<PageCuts.Member>();
    boolean oneByOne = true;
    long largest = 0;
    try (PreparedStatement sql = connection.prepareStatement(MEMBERS)) {
      sql.setLong(1, select.table().oid());
      sql.setLong(2, select.table().oid());
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          @Nullable Long pages = rows.getBoolean(3) ? null : rows.getLong(4);
          members.add(new PageCuts.Member(rows.getString(1), rows.getString(2), pages));
          oneByOne &= rows.getBoolean(5) && !rows.getBoolean(6);
          largest = Math.max(largest, rows.getLong(4));
        }
      }
    }
    if (!oneByOne) {
      // Rights and row policies of the table do not hold for its partitions: read through its name.
      return List.of(new PageCuts.Member(null, null, largest));
    }
    return members.isEmpty() ? List.of(new PageCuts.Member(null, null, 0L)) : members;
  }

  private List<Chunk> byKey(int chunks, String key, long estimatedRows) throws SQLException {
    List<PgColumn> columns = select.table().columns();
    Filters.partitionKey(key, columns.stream().map(PgColumn::name).toList());
    String quoted = Dialect.STANDARD.quote(key);
    double share = Math.min(1, (double) SAMPLES_PER_CHUNK * chunks / Math.max(1, estimatedRows));
    var more = new ArrayList<>(List.of(quoted + " IS NOT NULL"));
    if (share < 1) {
      more.add("random() < %s".formatted(String.format(Locale.ROOT, "%.9f", share)));
    }
    String fractions =
        IntStream.range(1, chunks)
            .mapToObj(i -> String.valueOf((double) i / chunks))
            .collect(Collectors.joining(", "));
    String sql =
        """
        SELECT bound::text AS shown FROM (SELECT DISTINCT unnest(
          percentile_disc(ARRAY[%s]) WITHIN GROUP (ORDER BY %s)) AS bound FROM %s%s) AS bounds
        ORDER BY bounds.bound
        """
            .formatted(fractions, quoted, select.table().quoted(), select.where(more));
    var bounds = new ArrayList<List<String>>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        if (rows.getString(1) != null) {
          bounds.add(List.of(rows.getString(1)));
        }
      }
    } catch (SQLException e) {
      if (PgErrors.statement(e)) {
        throw Problem.of(
                SourceError.INVALID_PARTITION_KEY,
                "the source cannot be cut at '%s'".formatted(key))
            .field("partition_key")
            .cause(String.valueOf(e.getMessage()))
            .next("name a column whose type has an order, or none")
            .exception(e);
      }
      throw e;
    }
    boolean nullable =
        columns.stream().anyMatch(c -> c.name().equals(key) && c.column().nullable());
    return KeyCuts.chunks(List.of(key), bounds, nullable);
  }
}
