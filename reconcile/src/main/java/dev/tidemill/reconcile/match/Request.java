package dev.tidemill.reconcile.match;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All a run needs.
 *
 * @param evidence a folder of the local disk, made if need be
 * @param time its instant at the start is every match's {@code matched_at}
 * @param metadata more fields for {@code metadata.json}: the run's id, hashes of manifests
 */
public record Request(
    Recipe recipe,
    Input left,
    Input right,
    SqlEngine engine,
    SqlLimits limits,
    MatchLimits matchLimits,
    Path evidence,
    TimeSource time,
    Map<String, Object> metadata) {

  /**
   * Files of one side and the columns they have.
   *
   * @param select from the name the files are attached under to a query that gives the columns;
   *     null when they are there already
   */
  public record Input(
      SqlInput files, List<SqlColumn> columns, @Nullable UnaryOperator<String> select) {
    public Input {
      columns = List.copyOf(columns);
    }

    public Input(SqlInput files, List<SqlColumn> columns) {
      this(files, columns, null);
    }

    public static Input of(SqlInput.Csv csv) {
      return new Input(csv, csv.columns());
    }
  }

  Input input(Side side) {
    return side == Side.LEFT ? left : right;
  }
}
