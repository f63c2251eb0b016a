package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.JobsError;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The schema comes into being once, and a program refuses one it cannot work with. */
@Tag("J12")
abstract class MigrationsContract {
  private final List<Store> open = new ArrayList<>();

  /** A database that is empty at the start of each test. */
  abstract StoreUrl database();

  abstract void dropDatabase();

  @AfterEach
  void drop() {
    open.forEach(Store::close);
    dropDatabase();
  }

  @Test
  void an_empty_store_is_refused_by_those_who_may_not_migrate() {
    assertRefused(JobsError.STORE_NOT_MIGRATED, new Migrations(store())::requireUsable);
  }

  @Test
  void migrating_brings_the_newest_version_and_a_second_time_does_nothing() throws Exception {
    var migrations = new Migrations(store());
    assertThat(migrations.migrate()).isEqualTo(files().size());
    assertThat(migrations.version()).contains(Migrations.NEWEST);
    migrations.requireUsable();
    assertThat(migrations.migrate()).isZero();
  }

  @Test
  void many_may_migrate_at_once() throws Exception {
    var steps = new CopyOnWriteArrayList<Integer>();
    var failures = new CopyOnWriteArrayList<Throwable>();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      Store store = store();
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      steps.add(new Migrations(store).migrate());
                    } catch (Throwable e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
    }
    assertThat(failures).isEmpty();
    assertThat(steps.stream().mapToInt(Integer::intValue).sum()).isEqualTo(files().size());
  }

  @Test
  void a_newer_major_is_refused_and_left_as_it_is() {
    Store store = store();
    var migrations = new Migrations(store);
    migrations.migrate();
    store.inTransaction(
        handle ->
            handle
                .createUpdate("UPDATE schema_history SET version = '2.0' WHERE version = :newest")
                .bind("newest", Migrations.NEWEST)
                .execute());
    assertRefused(JobsError.STORE_TOO_NEW, migrations::requireUsable);
    assertRefused(JobsError.STORE_TOO_NEW, migrations::migrate);
  }

  @Test
  void an_older_schema_is_refused_by_those_who_may_not_migrate() {
    Store store = store();
    var migrations = new Migrations(store);
    migrations.migrate();
    store.inTransaction(
        handle ->
            handle
                .createUpdate("DELETE FROM schema_history WHERE version = :newest")
                .bind("newest", Migrations.NEWEST)
                .execute());
    assertRefused(JobsError.STORE_NOT_MIGRATED, migrations::requireUsable);
  }

  @Test
  void the_newest_version_named_in_code_is_that_of_the_newest_file() throws Exception {
    assertThat(files().getLast()).startsWith("V" + Migrations.NEWEST.replace('.', '_') + "__");
  }

  private Store store() {
    Store store = Store.open(database(), StoreClock.DATABASE, 2);
    open.add(store);
    return store;
  }

  private static List<String> files() throws IOException, URISyntaxException {
    try (Stream<Path> files =
        Files.list(Path.of(Migrations.class.getResource("migration").toURI()))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void assertRefused(JobsError code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(TidemillException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
