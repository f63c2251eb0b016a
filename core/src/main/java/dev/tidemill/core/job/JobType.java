package dev.tidemill.core.job;

import java.util.regex.Pattern;

/**
 * A kind of job together with the version of its payload. A worker claims only the pairs it knows,
 * so an old worker never misreads a newer payload.
 */
public record JobType(String name, int payloadVersion) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

  public JobType {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a job type is lower-case letters, digits and underscores, got '" + name + "'");
    }
    if (payloadVersion < 1) {
      throw new IllegalArgumentException("payload versions count from 1, got " + payloadVersion);
    }
  }

  public static JobType of(String name) {
    return new JobType(name, 1);
  }

  @Override
  public String toString() {
    return name + ":" + payloadVersion;
  }
}
