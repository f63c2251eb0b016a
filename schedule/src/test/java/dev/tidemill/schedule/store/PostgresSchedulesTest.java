package dev.tidemill.schedule.store;

import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.schedule.ScheduleStore;
import dev.tidemill.schedule.Schedules;
import dev.tidemill.schedule.SchedulesContract;

class PostgresSchedulesTest extends SchedulesContract {
  PostgresSchedulesTest() {
    super(new ScheduleStore(TestStores::postgres));
  }

  @Override
  protected Schedules schedules() {
    return store.schedules;
  }
}
