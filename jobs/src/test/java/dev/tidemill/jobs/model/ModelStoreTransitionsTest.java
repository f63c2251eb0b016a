package dev.tidemill.jobs.model;

import dev.tidemill.jobs.StoreTransitionsContract;
import dev.tidemill.jobs.StoreUnderTest;

class ModelStoreTransitionsTest extends StoreTransitionsContract {
  @Override
  protected StoreUnderTest openStore() {
    return new ModelStoreUnderTest(time);
  }
}
