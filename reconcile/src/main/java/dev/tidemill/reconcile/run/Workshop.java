package dev.tidemill.reconcile.run;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.Output;
import dev.tidemill.sources.file.NativeFiles;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.Sha256;
import dev.tidemill.storage.cache.ObjectCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * What matching works with. Thread-safe.
 *
 * @param objects where staged parts are and evidence goes
 * @param buckets a bucket's objects as local files, for sources that are read in place
 * @param temp a folder for what lasts no longer than a job
 */
public record Workshop(
    SqlEngine engine,
    SqlLimits limits,
    NativeFiles files,
    ObjectStore objects,
    Function<String, ObjectCache> buckets,
    Path temp) {

  Workbench bench(JobContext context) {
    return Workbench.open(this, context);
  }

  /** Stores a file under the name of this execution. */
  Output store(Path file, String name, long rows, JobContext context) {
    ObjectKey key = ObjectKey.of(context.outputName(name));
    ObjectInfo stored = objects.put(key, Content.of(file));
    return new Output(name, key.value(), stored.size(), rows, "sha256:" + Sha256.of(file));
  }

  /** How many rows there are in each of some Parquet files, by reading what was written. */
  List<Long> rows(List<Path> files) {
    try (SqlSession session = engine.open(limits)) {
      for (int i = 0; i < files.size(); i++) {
        session.attach("written" + i, new SqlInput.Parquet(List.of(files.get(i))));
      }
      session.seal();
      var rows = new ArrayList<Long>();
      for (int i = 0; i < files.size(); i++) {
        try (RowReader count = session.query("SELECT count(*) FROM written" + i)) {
          count.next();
          rows.add((Long) Objects.requireNonNull(count.value(0)));
        }
      }
      return rows;
    }
  }
}
