package dev.tidemill.server.worker;

import dev.tidemill.jobs.RunGateContract;
import dev.tidemill.jobs.StoreUnderTest;

class HttpRunGateTest extends RunGateContract {
  @Override
  protected StoreUnderTest openStore() {
    return new HttpStoreUnderTest(time);
  }
}
