package dev.tidemill.server.worker;

import dev.tidemill.jobs.JobUpkeepContract;
import dev.tidemill.jobs.StoreUnderTest;

class HttpJobUpkeepTest extends JobUpkeepContract {
  @Override
  protected StoreUnderTest openStore() {
    return new HttpStoreUnderTest(time);
  }
}
