package dev.tidemill.scale.signal;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.store.StoreTransaction;
import dev.tidemill.schedule.json.ScheduleJson;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs that schedules start within the lead; of each schedule its next fire counts. */
final class SoonFired {
  private static final Logger log = LoggerFactory.getLogger(SoonFired.class);
  private static final int MOST = 1000;

  private final StoreTransaction in;
  private final Duration lead;

  SoonFired(StoreTransaction in, Duration lead) {
    this.in = in;
    this.lead = lead;
  }

  void countInto(WorkTally tally) {
    in.handle()
        .createQuery(
            in.fill(
                "SELECT tenant, spec FROM schedules WHERE status = 'active'"
                    + " AND next_fire_at <= ${now} + :lead AND next_tick_at IS NOT NULL"
                    + " ORDER BY next_fire_at LIMIT :most"))
        .bind("lead", lead.toNanos() / 1000)
        .bind("most", MOST)
        .map(
            (row, context) -> {
              jobs(row.getString("spec"), row.getString("tenant"))
                  .forEach(job -> tally.of(job.queue(), WorkTally.needs(job.requires())).dueSoon++);
              return 1;
            })
        .list();
  }

  private static List<JobSpec> jobs(String spec, String tenant) {
    try {
      RunSpec run = ScheduleJson.read(Fields.of(Json.readObject(spec)), tenant).run();
      return run.plans().isEmpty() ? run.execs() : run.plans();
    } catch (TidemillException e) {
      // Of a later release: it fires elsewhere, and must not hide everything else.
      log.warn("a schedule cannot be read and is not reckoned with: {}", e.getMessage());
      return List.of();
    }
  }
}
