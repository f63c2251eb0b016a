package dev.tidemill.sources.postgres;

/** The binary forms that are decoded here; every other type is sent as the server's own text. */
enum Wire {
  BOOL,
  INT2,
  INT4,
  INT8,
  /** Unsigned, four bytes. */
  OID,
  FLOAT4,
  FLOAT8,
  NUMERIC,
  TEXT,
  BYTES,
  DATE,
  /** With or without zone: the first in UTC. */
  TIMESTAMP
}
