package dev.tidemill.sources.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.sources.Chunk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Tag("R7")
class PageCutsProperties {

  @Property
  void every_page_of_every_table_is_in_one_chunk_also_those_that_come_later(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(max = 40) Integer> pages,
      @ForAll @IntRange(min = 1, max = 30) int chunks) {
    var members =
        IntStream.range(0, pages.size())
            .mapToObj(i -> new PageCuts.Member("s", "t" + i, (long) pages.get(i)))
            .toList();
    var cuts = PageCuts.cut(members, chunks);
    assertThat(cuts).hasSizeBetween(1, chunks);
    var parts = new ArrayList<Chunk>();
    cuts.forEach(c -> parts.addAll(c instanceof Chunk.Group g ? g.parts() : List.of(c)));
    for (PageCuts.Member member : members) {
      for (long page = 0; page < 60; page++) {
        long at = page;
        assertThat(parts.stream().filter(p -> holds(p, member, at))).hasSize(1);
      }
    }
  }

  private static boolean holds(Chunk chunk, PageCuts.Member member, long page) {
    return switch (chunk) {
      case Chunk.Leaf leaf -> leaf.table().equals(member.table());
      case Chunk.Pages p ->
          String.valueOf(p.table()).equals(member.table())
              && page >= p.from()
              && (p.to() == null || page < p.to());
      default -> throw new AssertionError(chunk);
    };
  }
}
