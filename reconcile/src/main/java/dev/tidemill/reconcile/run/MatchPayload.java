package dev.tidemill.reconcile.run;

import java.util.Map;

/**
 * What the matching job gets.
 *
 * @param recipe JSON without passwords
 */
public record MatchPayload(
    String recipe, Map<String, String> parameters, Place left, Place right) {}
