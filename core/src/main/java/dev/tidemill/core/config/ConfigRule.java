package dev.tidemill.core.config;

import java.util.function.Predicate;

/**
 * Something that must hold between settings, e.g. that a lease is renewed well before it ends.
 *
 * @param path the setting to name when it does not hold
 * @param words what must hold
 */
public record ConfigRule(String path, String words, Predicate<Config> holds) {}
