package dev.tidemill.jobs;

/**
 * A page of a list that goes by id.
 *
 * @param after the last id of the page before; 0 for the first page
 */
public record Page(long after, int limit) {
  private static final int MOST = 1000;

  public Page {
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException("a page has 1 to " + MOST + " entries, got " + limit);
    }
  }

  public static Page first(int limit) {
    return new Page(0, limit);
  }
}
