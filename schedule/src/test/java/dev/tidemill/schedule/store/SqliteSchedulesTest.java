package dev.tidemill.schedule.store;

import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.schedule.ScheduleStore;
import dev.tidemill.schedule.Schedules;
import dev.tidemill.schedule.SchedulesContract;

class SqliteSchedulesTest extends SchedulesContract {
  SqliteSchedulesTest() {
    super(new ScheduleStore(TestStores::sqlite));
  }

  @Override
  protected Schedules schedules() {
    return store.schedules;
  }
}
