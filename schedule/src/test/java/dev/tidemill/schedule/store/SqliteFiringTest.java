package dev.tidemill.schedule.store;

import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.schedule.FiringContract;
import dev.tidemill.schedule.ScheduleStore;

class SqliteFiringTest extends FiringContract {
  @Override
  protected ScheduleStore open() {
    return new ScheduleStore(TestStores::sqlite);
  }
}
