package dev.tidemill.jobs.worker;

import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.testkit.Servers;

class PostgresJobWorkerTest extends JobWorkerContract {

  @Override
  StoreUrl newStore() {
    return StoreUrl.parse(Servers.newPostgresDatabase().url());
  }
}
