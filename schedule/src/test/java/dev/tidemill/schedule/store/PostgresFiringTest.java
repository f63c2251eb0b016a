package dev.tidemill.schedule.store;

import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.schedule.FiringContract;
import dev.tidemill.schedule.ScheduleStore;

class PostgresFiringTest extends FiringContract {
  PostgresFiringTest() {
    super(new ScheduleStore(TestStores::postgres));
  }
}
