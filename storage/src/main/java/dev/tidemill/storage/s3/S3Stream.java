package dev.tidemill.storage.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * The bytes of one version of an object. When the connection breaks, it goes on behind the last
 * byte that came; it never ends early without an error. For one thread.
 */
final class S3Stream extends InputStream {
  /** Without a byte in between. */
  private static final int BREAKS = 5;

  private final S3Download download;
  private final String etag;
  private final long end;
  private ResponseInputStream<GetObjectResponse> in;
  private long position;
  private int breaks;
  private boolean closed;

  S3Stream(
      S3Download download,
      ResponseInputStream<GetObjectResponse> first,
      long from,
      long wantedEnd) {
    this.download = download;
    this.in = first;
    this.etag = first.response().eTag();
    this.position = from;
    this.end = Math.min(wantedEnd, from + first.response().contentLength());
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (closed) {
      throw new IOException("the stream of %s is closed".formatted(download.key()));
    }
    if (length == 0) {
      return 0;
    }
    while (position < end) {
      try {
        int n = in.read(bytes, offset, (int) Math.min(length, end - position));
        if (n > 0) {
          position += n;
          breaks = 0;
          return n;
        }
        goOn(new IOException("the store's answer ended early"));
      } catch (IOException | SdkException e) {
        goOn(e);
      }
    }
    return -1;
  }

  /** What was not read is thrown away with its connection, rather than read to the end. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (position < end) {
        in.abort();
      }
      try {
        in.close();
      } catch (IOException | SdkException e) {
        // Nothing was left to come.
      }
    }
  }

  private void goOn(Exception because) throws IOException {
    in.abort();
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("reading %s was interrupted".formatted(download.key()));
    }
    breaks++;
    if (breaks > BREAKS) {
      throw new IOException("%s broke off at byte %d".formatted(download.key(), position), because);
    }
    in = download.again(position, end, etag);
  }
}
