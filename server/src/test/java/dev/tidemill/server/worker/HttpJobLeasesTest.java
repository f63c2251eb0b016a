package dev.tidemill.server.worker;

import dev.tidemill.jobs.JobLeasesContract;
import dev.tidemill.jobs.StoreUnderTest;

class HttpJobLeasesTest extends JobLeasesContract {
  @Override
  protected StoreUnderTest openStore() {
    return new HttpStoreUnderTest(time);
  }
}
