package dev.tidemill.storage.cache;

import org.jspecify.annotations.Nullable;

/**
 * What a reader knows of an object beforehand, as from a manifest.
 *
 * @param size in bytes; null when it is not known
 * @param sha256 in hexadecimal; null when it is not known
 */
public record Expected(@Nullable Long size, @Nullable String sha256) {
  public static final Expected ANYTHING = new Expected(null, null);
}
