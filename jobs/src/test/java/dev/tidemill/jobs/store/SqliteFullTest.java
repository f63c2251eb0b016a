package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.StoreContract;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.state.RunStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A disk without room, played by SQLite's own limit on the size of its file. */
@Tag("J12")
class SqliteFullTest extends StoreContract {
  private static final long ANY = 1_000_000;

  @Override
  protected StoreUnderTest openStore() {
    return TestStores.sqlite(time);
  }

  @Test
  void a_full_store_says_so_changes_nothing_and_goes_on_when_there_is_room() {
    RunId run = submit(1);
    WorkerLease worker = worker("w");
    ClaimedJob job = claimOne(worker);
    limit(pages());

    var full = catchThrowableOfType(TidemillException.class, () -> submit(5_000));
    assertThat(full.code()).isEqualTo(JobsError.STORE_FULL);
    assertThat(full.problem().message()).contains("no room left", "tidemill.db");
    assertThat(intake().runs(RunFilter.ALL, Page.first(10))).hasSize(1);

    limit(ANY);
    complete(worker, job);
    assertThat(view(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(view(submit(5_000)).tally().execs()).isEqualTo(5_000);
  }

  private long pages() {
    return ((SqlStoreUnderTest) store()).number("PRAGMA page_count");
  }

  /** Of the one connection that writes. */
  private void limit(long pages) {
    ((SqlStoreUnderTest) store())
        .store()
        .autocommit(
            handle ->
                handle.createQuery("PRAGMA max_page_count = " + pages).mapTo(Long.class).one());
  }
}
