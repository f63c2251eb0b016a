package dev.tidemill.jobs.store;

import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.JobsError;
import java.util.List;
import java.util.Optional;
import org.flywaydb.core.Flyway;

/**
 * The schema and its versions. A change never takes away what the release before needs; when that
 * can no longer be held, the major number grows and older workers refuse to run.
 */
public final class Migrations {
  /** The newest version in {@code migration/}; a test keeps the two in step. */
  static final String NEWEST = "1.9";

  private static final String HISTORY = "schema_history";

  private final Store store;

  public Migrations(Store store) {
    this.store = store;
  }

  /**
   * Brings the schema up to date, under a lock, so any number may call it at once. Cheap when there
   * is nothing to do: the migration library is not even loaded.
   *
   * @return how many steps were taken
   */
  public int migrate() {
    Optional<String> present = version();
    if (present.isPresent() && compare(present.get(), NEWEST) >= 0) {
      requireUsable();
      return 0;
    }
    return Flyway.configure()
        .dataSource(store.dataSource())
        .table(HISTORY)
        .locations("classpath:dev/tidemill/jobs/store/migration")
        .placeholders(store.url().dialect().schema)
        .load()
        .migrate()
        .migrationsExecuted;
  }

  /** For those who may not migrate: fails unless the schema is one this program can work with. */
  public void requireUsable() {
    String present =
        version()
            .orElseThrow(
                () ->
                    Problem.of(JobsError.STORE_NOT_MIGRATED, "the store is empty: " + store.url())
                        .next("run `tidemill store migrate` or start a server on it")
                        .exception());
    if (major(present) > major(NEWEST)) {
      throw Problem.of(
              JobsError.STORE_TOO_NEW,
              "the store has schema %s, this program knows %s".formatted(present, NEWEST))
          .next("upgrade this program; the store was left as it is")
          .exception();
    }
    if (compare(present, NEWEST) < 0) {
      throw Problem.of(
              JobsError.STORE_NOT_MIGRATED,
              "the store has schema %s, this program needs %s".formatted(present, NEWEST))
          .next("run `tidemill store migrate` or restart the server with this version")
          .exception();
    }
  }

  /** The version the store has, or empty when it has none of our tables. */
  public Optional<String> version() {
    return store.inTransaction(
        handle -> {
          String exists =
              store.url().embedded()
                  ? "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = :name"
                  : "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
                      + " AND tablename = :name";
          if (handle.createQuery(exists).bind("name", HISTORY).mapTo(Long.class).one() == 0) {
            return Optional.empty();
          }
          List<String> versions =
              handle
                  .createQuery(
                      "SELECT version FROM schema_history WHERE success AND version IS NOT NULL")
                  .mapTo(String.class)
                  .list();
          return versions.stream().max(Migrations::compare);
        });
  }

  private static int compare(String a, String b) {
    int byMajor = Integer.compare(major(a), major(b));
    return byMajor != 0 ? byMajor : Integer.compare(minor(a), minor(b));
  }

  private static int major(String version) {
    return Integer.parseInt(version.split("\\.", 2)[0]);
  }

  private static int minor(String version) {
    return Integer.parseInt(version.split("\\.", 2)[1]);
  }
}
