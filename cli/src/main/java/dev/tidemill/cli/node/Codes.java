package dev.tidemill.cli.node;

import dev.tidemill.adapters.AdapterError;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.promql.PromqlError;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.schedule.ScheduleError;
import dev.tidemill.server.ServerError;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.file.FileError;
import dev.tidemill.sql.SqlError;
import dev.tidemill.storage.StorageError;
import java.util.List;

/** Every error code of the program, so that those that come over the wire are known again. */
public final class Codes {
  public static final ErrorCatalog ALL =
      ErrorCatalog.of(
          List.of(
              AdapterError.class,
              CoreError.class,
              FileError.class,
              JobsError.class,
              MetricsError.class,
              PromqlError.class,
              RecipeError.class,
              ScheduleError.class,
              ServerError.class,
              SourceError.class,
              SqlError.class,
              StorageError.class));

  private Codes() {}
}
