package dev.tidemill.core.error;

/** Whose turn it is to act. */
public enum ErrorType {
  /** The request is wrong; the same request will fail again. */
  USER,
  /** A fault of this program. */
  INTERNAL,
  /** A limit was reached: memory, disk, slots, quota. */
  RESOURCES,
  /** Something outside answered wrongly or not at all. */
  EXTERNAL
}
