package dev.tidemill.sources.postgres;

import dev.tidemill.sources.Chunk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the pages of one or many tables into chunks of about equal size, as if all pages lay in one
 * line. Each table's last range is open, because a table grows while it is read.
 */
final class PageCuts {

  /**
   * A table with pages of its own.
   *
   * @param pages absent when it has none that could be told apart, as a foreign table
   */
  record Member(@Nullable String schema, @Nullable String table, @Nullable Long pages) {}

  private PageCuts() {}

  static List<Chunk> cut(List<Member> members, int chunks) {
    long total = members.stream().mapToLong(m -> m.pages() == null ? 0 : m.pages()).sum();
    long wanted = Math.max(1, Math.min(chunks, total));
    var cuts = new ArrayList<Chunk>();
    for (long i = 0; i < wanted; i++) {
      var parts = parts(members, total * i / wanted, total * (i + 1) / wanted, i == wanted - 1);
      cuts.add(parts.size() == 1 ? parts.getFirst() : new Chunk.Group(parts));
    }
    return cuts;
  }

  /** What of each member lies between two places of the line; the last cut takes the empty ones. */
  private static List<Chunk> parts(List<Member> members, long from, long to, boolean last) {
    var parts = new ArrayList<Chunk>();
    long start = 0;
    for (Member member : members) {
      long pages = member.pages() == null ? 0 : member.pages();
      long first = Math.max(from, start) - start;
      long end = Math.min(to, start + pages) - start;
      if (first < end) {
        parts.add(
            new Chunk.Pages(member.schema(), member.table(), first, end == pages ? null : end));
      } else if (pages == 0 && last) {
        parts.add(whole(member));
      }
      start += pages;
    }
    return parts;
  }

  private static Chunk whole(Member member) {
    return member.schema() == null || member.table() == null
        ? new Chunk.Whole()
        : new Chunk.Leaf(member.schema(), member.table());
  }
}
