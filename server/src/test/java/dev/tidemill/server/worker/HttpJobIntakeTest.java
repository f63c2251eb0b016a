package dev.tidemill.server.worker;

import dev.tidemill.jobs.JobIntakeContract;
import dev.tidemill.jobs.StoreUnderTest;

class HttpJobIntakeTest extends JobIntakeContract {
  @Override
  protected StoreUnderTest openStore() {
    return new HttpStoreUnderTest(time);
  }
}
