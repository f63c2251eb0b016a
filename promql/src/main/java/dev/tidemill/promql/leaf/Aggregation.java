package dev.tidemill.promql.leaf;

/** Aggregations whose states can be merged exactly in the one reduction order. */
public enum Aggregation {
  SUM,
  COUNT,
  MIN,
  MAX,
  AVG
}
