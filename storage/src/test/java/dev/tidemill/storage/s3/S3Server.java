package dev.tidemill.storage.s3;

import java.net.URI;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** A server that speaks S3, in this JVM, with its objects in memory. */
public final class S3Server implements AutoCloseable {
  public static final S3Settings.Credentials CREDENTIALS =
      new S3Settings.Credentials("the-access-key", "the-secret-key");

  private static final AtomicInteger BUCKETS = new AtomicInteger();

  private final BlobStore objects;
  private final S3Proxy server;

  public S3Server() throws Exception {
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

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getPort());
  }

  public S3Settings settings() {
    return settings(endpoint());
  }

  static S3Settings settings(URI endpoint) {
    return new S3Settings(endpoint, null, true, CREDENTIALS);
  }

  S3Client client() {
    return S3Clients.open(settings());
  }

  public S3Address newBucket() {
    var address = new S3Address("bucket-" + BUCKETS.incrementAndGet(), "tide/mill/");
    try (S3Client client = client()) {
      client.createBucket(r -> r.bucket(address.bucket()));
    }
    return address;
  }

  /** Uploads that were begun and neither finished nor given up. */
  public List<String> openUploads(S3Address bucket) {
    try (S3Client client = client()) {
      return client.listMultipartUploads(r -> r.bucket(bucket.bucket())).uploads().stream()
          .map(MultipartUpload::key)
          .toList();
    }
  }

  @Override
  public void close() throws Exception {
    server.stop();
    objects.close();
  }
}
