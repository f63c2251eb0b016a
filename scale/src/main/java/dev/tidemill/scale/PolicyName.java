package dev.tidemill.scale;

/** The policies, as they are written in the configuration. */
public enum PolicyName {
  OFF,
  FIXED,
  VANILLA,
  CAPABILITY,
  TARGET,
  WATERFALL,
  RULES
}
