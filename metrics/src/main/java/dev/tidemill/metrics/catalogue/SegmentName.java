package dev.tidemill.metrics.catalogue;

import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.storage.ObjectKey;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a segment's object. It says when it was made, so that both the commit and the sweep
 * can tell, by the same clock, whether its writer may still be at work.
 */
public record SegmentName(String tenant, long window, long madeAtMicros, String unique) {
  private static final Pattern FORM =
      Pattern.compile("metrics/([^/]+)/(-?\\d{1,16})/(\\d{1,17})-([0-9a-f-]{36})\\.parquet");

  public static SegmentName of(String tenant, Window window, Instant madeAt) {
    return new SegmentName(
        tenant, window.start() / 1000, StoreClock.micros(madeAt), UUID.randomUUID().toString());
  }

  /** What all names of a tenant begin with. */
  public static String prefix(String tenant) {
    return "metrics/" + tenant + "/";
  }

  public ObjectKey key() {
    return ObjectKey.of(
        "%s%d/%d-%s.parquet".formatted(prefix(tenant), window, madeAtMicros, unique));
  }

  /** Empty for an object that is none of ours. */
  public static Optional<SegmentName> parse(ObjectKey key) {
    Matcher m = FORM.matcher(key.value());
    return m.matches()
        ? Optional.of(
            new SegmentName(
                m.group(1), Long.parseLong(m.group(2)), Long.parseLong(m.group(3)), m.group(4)))
        : Optional.empty();
  }
}
