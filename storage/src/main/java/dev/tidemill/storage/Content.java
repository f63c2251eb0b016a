package dev.tidemill.storage;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is to be stored. Bytes and files can be read again when a store must retry. */
public sealed interface Content {

  InputStream open() throws IOException;

  static Content of(byte[] bytes) {
    return new Bytes(bytes);
  }

  static Content of(Path file) {
    return new File(file);
  }

  /**
   * A local file that nobody changes again, so that a store may keep it instead of a copy. It stays
   * where it is.
   */
  static Content given(Path file) {
    return new Given(file);
  }

  /** Read once, to its end, and closed by the store. */
  static Content of(InputStream stream) {
    return new Stream(stream);
  }

  /** In memory. The array is not copied. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Bytes(byte[] bytes) implements Content {
    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }
  }

  /** A local file. */
  record File(Path path) implements Content {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(path);
    }
  }

  /** A local file whose bytes may become the store's own. */
  record Given(Path path) implements Content {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(path);
    }
  }

  /** Of a length nobody knows yet. */
  record Stream(InputStream stream) implements Content {
    @Override
    public InputStream open() {
      return stream;
    }
  }
}
