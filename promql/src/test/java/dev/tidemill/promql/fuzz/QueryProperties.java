package dev.tidemill.promql.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.eval.EvalOptions;
import dev.tidemill.promql.eval.Evaluator;
import dev.tidemill.promql.eval.Value;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.syntax.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

@Tag("Q1")
class QueryProperties {
  private static final StepGrid GRID = new StepGrid(0, 640_000, Duration.ofSeconds(20));

  @Property(tries = 1000)
  void printing_and_parsing_again_changes_nothing(@ForAll long seed) {
    String query = new RandomQuery(new Random(seed), true).any();

    String printed = Query.parse(query).canonical();
    assertThat(Query.parse(printed).canonical()).as(query).isEqualTo(printed);
  }

  @Property(tries = 600)
  @Tag("Q2")
  void series_in_pieces_give_the_bits_of_whole_ones(@ForAll long seed) {
    var random = new Random(seed);
    var data = new RandomSeries(random);
    Query query = Query.parse(new RandomQuery(random, true).any());

    assertThat(range(query, data.pieces())).as(query.text()).isEqualTo(range(query, data.whole()));
  }

  @Property(tries = 600)
  @Tag("Q2")
  void leaves_computed_slot_by_slot_elsewhere_give_the_same_bits(@ForAll long seed) {
    var random = new Random(seed);
    SeriesSource source = new RandomSeries(random).whole();
    Query query = Query.parse(new RandomQuery(random, true).any());
    var scattered =
        new Evaluator(source, ScatteredLeaves.over(source, random), EvalOptions.DEFAULT);

    assertThat(range(query, scattered)).as(query.text()).isEqualTo(range(query, source));
  }

  /** Sliding windows, pinned moments and grouped states all have to be right for this. */
  @Property(tries = 400)
  void a_range_is_its_steps(@ForAll long seed) {
    var random = new Random(seed);
    SeriesSource source = new RandomSeries(random).whole();
    Query query = Query.parse(new RandomQuery(random, false).any());
    var evaluator = new Evaluator(source, EvalOptions.DEFAULT);
    var steps = new ArrayList<String>();
    try {
      for (int step = 0; step < GRID.count(); step++) {
        long at = GRID.timestamp(step);
        Value value = evaluator.instant(query, at, QueryBudget.unlimited()).value();
        steps.addAll(Bits.of(value));
      }
    } catch (TidemillException e) {
      // Of several duplicates either may be named, but a range fails when one of its steps does.
      assertThatThrownBy(() -> answer(query, evaluator))
          .as(query.text())
          .isInstanceOf(TidemillException.class);
      return;
    }

    List<String> range;
    try {
      range = Bits.of(answer(query, evaluator));
    } catch (TidemillException e) {
      // Over a range a subquery is evaluated also between the windows, and may fail there.
      assertThat(query.text()).as(e.problem().message()).containsPattern("\\[\\w+:");
      return;
    }
    assertThat(range).as(query.text()).containsExactlyInAnyOrderElementsOf(steps);
  }

  /** The bits of the answer, or why there is none. */
  private static List<String> range(Query query, SeriesSource source) {
    return range(query, new Evaluator(source, EvalOptions.DEFAULT));
  }

  private static List<String> range(Query query, Evaluator evaluator) {
    try {
      return Bits.of(answer(query, evaluator));
    } catch (TidemillException e) {
      return List.of(e.problem().message());
    }
  }

  private static Value answer(Query query, Evaluator evaluator) {
    return evaluator.range(query, GRID, QueryBudget.unlimited()).value();
  }
}
