package dev.tidemill.storage.s3;

import java.time.Instant;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** Parts of uploads whose writers died; no reader sees them, but they are stored and paid for. */
final class S3Leftovers {
  private final S3Client client;
  private final S3Address address;

  S3Leftovers(S3Client client, S3Address address) {
    this.client = client;
    this.address = address;
  }

  int abortOlderThan(Instant before) {
    try {
      int aborted = 0;
      var uploads =
          client.listMultipartUploadsPaginator(
              r -> r.bucket(address.bucket()).prefix(address.prefix()));
      for (MultipartUpload upload : uploads.uploads()) {
        if (upload.initiated().isBefore(before)
            && upload.key().startsWith(address.prefix())
            && abort(upload)) {
          aborted++;
        }
      }
      return aborted;
    } catch (SdkException e) {
      throw S3Errors.failed("sweep", "leftovers", address, e);
    }
  }

  private boolean abort(MultipartUpload upload) {
    try {
      client.abortMultipartUpload(
          r -> r.bucket(address.bucket()).key(upload.key()).uploadId(upload.uploadId()));
      return true;
    } catch (SdkException e) {
      if (S3Errors.isStatus(e, S3Errors.NOT_FOUND)) {
        return false; // its writer has ended meanwhile
      }
      throw e;
    }
  }
}
