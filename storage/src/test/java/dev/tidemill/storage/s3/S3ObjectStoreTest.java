package dev.tidemill.storage.s3;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.storage.ListingContract;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.ObjectStoreContract;
import dev.tidemill.storage.WholeObjectsContract;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

@Tag("R13")
class S3ObjectStoreTest {
  @SuppressWarnings("NullAway.Init") // before all
  private static S3Server server;

  @SuppressWarnings("NullAway.Init") // before each
  private S3ObjectStore store;

  @BeforeAll
  static void start() throws Exception {
    server = new S3Server();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void open() {
    store = new S3ObjectStore(server.newBucket(), server.settings(), new SimulatedTime());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Nested
  class Objects extends ObjectStoreContract {
    @Override
    protected ObjectStore store() {
      return store;
    }
  }

  @Nested
  class WholeObjects extends WholeObjectsContract {
    @Override
    protected ObjectStore store() {
      return store;
    }
  }

  @Nested
  class Listing extends ListingContract {
    @Override
    protected ObjectStore store() {
      return store;
    }

    /** S3 sorts by bytes; the server of these tests sorts surrogates before the last of the BMP. */
    @Override
    protected List<String> sortedNames() {
      return List.of("a-b", "a/b", "a0", "aä", "a\uffee");
    }
  }
}
