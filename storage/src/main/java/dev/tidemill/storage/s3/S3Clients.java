package dev.tidemill.storage.s3;

import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes clients that bear with a store for a while, and no longer. */
final class S3Clients {
  private static final int TRIES = 6;
  private static final int CONNECTIONS = 64;
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration SILENCE = Duration.ofSeconds(20);
  private static final Duration ATTEMPT = Duration.ofMinutes(2);
  private static final Duration CALL = Duration.ofMinutes(5);

  private S3Clients() {}

  static S3Client open(S3Settings settings) {
    var builder =
        S3Client.builder()
            .httpClientBuilder(
                Apache5HttpClient.builder()
                    .maxConnections(CONNECTIONS)
                    .connectionTimeout(CONNECT)
                    .socketTimeout(SILENCE))
            .forcePathStyle(settings.pathStyle())
            // Other stores do not know the newer checksums.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(
                o ->
                    o.retryStrategy(
                            AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(TRIES)
                                .build())
                        .apiCallAttemptTimeout(ATTEMPT)
                        .apiCallTimeout(CALL));
    if (settings.endpoint() != null) {
      builder.endpointOverride(settings.endpoint());
    }
    if (settings.region() != null) {
      builder.region(Region.of(settings.region()));
    } else if (settings.endpoint() != null) {
      // Signatures need one, and stores other than AWS take this one.
      builder.region(Region.US_EAST_1);
    }
    var credentials = settings.credentials();
    if (credentials != null) {
      builder.credentialsProvider(
          StaticCredentialsProvider.create(
              AwsBasicCredentials.create(credentials.accessKey(), credentials.secretKey())));
    }
    return builder.build();
  }
}
