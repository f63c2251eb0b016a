package dev.tidemill.cli.doctor;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreUrl;
import java.nio.file.Files;
import java.time.Duration;

/** Does the database answer, and does it have a schema this program can work with? */
public final class StoreCheck implements Check {
  private final StoreUrl url;
  private final TimeSource time;

  public StoreCheck(StoreUrl url, TimeSource time) {
    this.url = url;
    this.time = time;
  }

  @Override
  public String name() {
    return "store";
  }

  @Override
  public Finding look() {
    if (url.embedded() && !Files.exists(url.file())) {
      return Finding.ok(url + " (made when needed)");
    }
    try (Store store = Store.open(url, StoreClock.DATABASE, 1)) {
      store.ping();
      Duration before = time.monotonic();
      store.ping();
      long micros = time.monotonic().minus(before).toNanos() / 1000;
      var migrations = new Migrations(store);
      try {
        migrations.requireUsable();
      } catch (TidemillException e) {
        if (e.code() == JobsError.STORE_NOT_MIGRATED) {
          return new Finding(Finding.Level.WARN, e.problem().message(), e.problem().next());
        }
        throw e;
      }
      return Finding.ok(
          "%s, schema %s, answers in %.1f ms"
              .formatted(url, migrations.version().orElseThrow(), micros / 1000.0));
    }
  }
}
