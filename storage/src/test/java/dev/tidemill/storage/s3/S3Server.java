package dev.tidemill.storage.s3;

import java.net.URI;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import software.amazon.awssdk.services.s3.S3Client;

/** A server that speaks S3, in this JVM, with its objects in memory. */
final class S3Server implements AutoCloseable {
  static final S3Settings.Credentials CREDENTIALS =
      new S3Settings.Credentials("the-access-key", "the-secret-key");

  private static final AtomicInteger BUCKETS = new AtomicInteger();

  private final BlobStore objects;
  private final S3Proxy server;

  S3Server() throws Exception {
    objects = BlobStores.create("transient-nio2", new Properties());
    server =
        S3Proxy.builder()
            .blobStore(objects)
            .awsAuthentication(
                AuthenticationType.AWS_V2_OR_V4, CREDENTIALS.accessKey(), CREDENTIALS.secretKey())
            .endpoint(URI.create("http://127.0.0.1:0"))
            .build();
    server.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getPort());
  }

  S3Settings settings() {
    return settings(endpoint());
  }

  static S3Settings settings(URI endpoint) {
    return new S3Settings(endpoint, null, true, CREDENTIALS);
  }

  S3Client client() {
    return S3Clients.open(settings());
  }

  S3Address newBucket() {
    var address = new S3Address("bucket-" + BUCKETS.incrementAndGet(), "tide/mill/");
    try (S3Client client = client()) {
      client.createBucket(r -> r.bucket(address.bucket()));
    }
    return address;
  }

  @Override
  public void close() throws Exception {
    server.stop();
    objects.close();
  }
}
