package dev.tidemill.sources.mariadb;

import dev.tidemill.sources.SourceColumn;

/**
 * A column and how it is asked for.
 *
 * @param form with {@code %s} for the quoted name
 * @param orderable whether its order and the text of its values can be trusted to cut at
 */
record MariaColumn(SourceColumn column, String form, boolean orderable) {

  String name() {
    return column.name();
  }

  String expression() {
    return form.formatted(quote(column.name()));
  }

  static String quote(String name) {
    return '`' + name.replace("`", "``") + '`';
  }
}
