package dev.tidemill.cli.output;

/** How a result is shown. */
public enum Format {
  TABLE,
  JSON
}
