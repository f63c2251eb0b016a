package dev.tidemill.storage.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.storage.LocalObjectStore;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStores;
import dev.tidemill.storage.StorageError;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

@Tag("R13")
class S3AddressTest {

  @ParameterizedTest
  @CsvSource({
    "s3://bucket, bucket, ''",
    "s3://bucket/, bucket, ''",
    "s3://bucket/a, bucket, a/",
    "s3://bucket/a/b/, bucket, a/b/",
    "s3://my.bucket-1/ä b, my.bucket-1, ä b/"
  })
  void an_address_is_a_bucket_and_a_prefix(String address, String bucket, String prefix) {
    assertThat(S3Address.parse(address)).isEqualTo(new S3Address(bucket, prefix));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://",
        "s3:///a",
        "s3://B",
        "s3://Bucket/a",
        "s3://key:hush@bucket/a",
        "s3://bucket/a?secret=hush",
        "s3://bucket/../a",
        "s3://bucket//a",
        "gs://bucket/hush",
        "http://user:hush@host/bucket",
        "file://host/hush",
        ""
      })
  void other_addresses_are_refused_without_repeating_what_may_be_secret(String address) {
    var failure =
        catchThrowableOfType(
            TidemillException.class,
            () -> ObjectStores.open(address, S3Settings.STANDARD, new SimulatedTime()));

    assertThat(failure).isNotNull();
    assertThat(failure.code())
        .isIn(StorageError.INVALID_STORE_ADDRESS, StorageError.INVALID_OBJECT_KEY);
    assertThat(failure.problem().toString()).doesNotContain("hush");
  }

  @Test
  void an_address_opens_its_store() throws Exception {
    var time = new SimulatedTime();
    assertThat(ObjectStores.open("./objects", S3Settings.STANDARD, time))
        .isInstanceOf(LocalObjectStore.class);
    assertThat(ObjectStores.open("file:///objects", S3Settings.STANDARD, time))
        .isInstanceOf(LocalObjectStore.class);
    try (var server = new S3Server();
        var s3 = (S3ObjectStore) ObjectStores.open("s3://bucket/a", server.settings(), time)) {
      assertThat(s3).hasToString("s3://bucket/a/");
    }
  }

  @Test
  void what_others_put_there_under_names_that_are_no_keys_is_left_out() throws Exception {
    try (var server = new S3Server();
        S3Client client = server.client()) {
      S3Address address = server.newBucket();
      for (String name : new String[] {".hidden", "a", "folder/", "g", "h", "folder/.x", "~"}) {
        client.putObject(
            r -> r.bucket(address.bucket()).key(address.prefix() + name), RequestBody.empty());
      }
      client.putObject(r -> r.bucket(address.bucket()).key("tide/other"), RequestBody.empty());
      try (var store = new S3ObjectStore(address, server.settings(), new SimulatedTime())) {
        assertThat(store.list("", null, 10).objects())
            .extracting(ObjectInfo::key)
            .extracting(ObjectKey::value)
            .containsExactly("a", "g", "h", "~");
        var page = store.list("", null, 2);
        assertThat(page.objects()).extracting(o -> o.key().value()).containsExactly("a", "g");
        assertThat(store.list("", page.next(), 2).objects())
            .extracting(o -> o.key().value())
            .containsExactly("h", "~");
      }
    }
  }
}
