package dev.tidemill.schedule.store;

import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.schedule.FiringContract;
import dev.tidemill.schedule.ScheduleStore;

class SqliteFiringTest extends FiringContract {
  SqliteFiringTest() {
    super(new ScheduleStore(TestStores::sqlite));
  }
}
