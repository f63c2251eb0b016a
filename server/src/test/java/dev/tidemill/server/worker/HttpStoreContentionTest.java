package dev.tidemill.server.worker;

import dev.tidemill.jobs.StoreContentionContract;
import dev.tidemill.jobs.StoreUnderTest;

class HttpStoreContentionTest extends StoreContentionContract {
  @Override
  protected StoreUnderTest openStore() {
    return new HttpStoreUnderTest(time);
  }
}
