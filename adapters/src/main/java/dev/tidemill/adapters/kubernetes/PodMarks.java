package dev.tidemill.adapters.kubernetes;

/** Labels and annotations by which an adapter knows its pods. */
final class PodMarks {
  static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  static final String TIDEMILL = "tidemill";
  static final String ADAPTER = "tidemill.dev/adapter";
  static final String GROUP = "tidemill.dev/group";
  static final String WORKER = "tidemill.dev/worker";

  /** Tells pods of an older template from those of the present one. */
  static final String TEMPLATE = "tidemill.dev/template";

  /** Annotations: a set of capabilities is no label value. */
  static final String CAPABILITIES = "tidemill.dev/capabilities";

  static final String DRAINING = "tidemill.dev/draining";

  private PodMarks() {}
}
