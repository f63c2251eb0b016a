package dev.tidemill.sources;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The moment a source is seen at.
 *
 * @param id how another connection joins it; absent when none can
 * @param fingerprint what it must look like from inside; ids come back after a restart
 * @param moment by the source's own clock
 */
public record Snapshot(
    Kind kind, @Nullable String id, @Nullable String fingerprint, Instant moment) {

  /** How good it is. */
  public enum Kind {
    /** One moment, and any connection can join it. */
    EXPORTED,
    /** One moment, seen by one session only. */
    SINGLE,
    /** Each chunk is of its own moment; rows may be missed or doubled under concurrent writes. */
    FUZZY;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
