package dev.tidemill.server.worker;

import dev.tidemill.jobs.StoreTransitionsContract;
import dev.tidemill.jobs.StoreUnderTest;

class HttpStoreTransitionsTest extends StoreTransitionsContract {
  @Override
  protected StoreUnderTest openStore() {
    return new HttpStoreUnderTest(time);
  }
}
