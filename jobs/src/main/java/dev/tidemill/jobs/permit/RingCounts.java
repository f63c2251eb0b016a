package dev.tidemill.jobs.permit;

/**
 * What became of rings since the start. Rings that were one with another are not counted.
 *
 * @param sent became a permit
 * @param spare were refused because enough permits were waiting
 * @param dropped could not be sent
 */
public record RingCounts(long sent, long spare, long dropped) {}
