package dev.tidemill.sources.proof;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A column of a staged source, as JSON has it. */
public record StagedColumn(String name, String type, boolean nullable, String sourceType) {
  private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d{1,2}), (\\d{1,2})\\)");

  public static StagedColumn of(SourceColumn column) {
    return new StagedColumn(
        column.name(), column.type().toString(), column.nullable(), column.sourceType());
  }

  public static List<StagedColumn> of(List<SourceColumn> columns) {
    return columns.stream().map(StagedColumn::of).toList();
  }

  public SqlColumn column() {
    return new SqlColumn(name, sqlType());
  }

  private SqlType sqlType() {
    Matcher decimal = DECIMAL.matcher(type);
    if (decimal.matches()) {
      return SqlType.decimal(
          Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
    }
    try {
      return SqlType.Simple.valueOf(type);
    } catch (IllegalArgumentException e) {
      throw Problem.of(SourceError.STAGED_PART_WRONG, "'%s' is no type".formatted(type))
          .field(name)
          .exception(e);
    }
  }
}
