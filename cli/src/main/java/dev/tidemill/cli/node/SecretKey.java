package dev.tidemill.cli.node;

import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.secret.Sealer;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The installation's key: as set, or, where one machine is the installation, in a file of the data
 * folder that is made when it is first needed.
 */
final class SecretKey implements Supplier<Sealer> {
  private static final String FILE = "secret.key";

  private final Settings settings;

  SecretKey(Settings settings) {
    this.settings = settings;
  }

  @Override
  public Sealer get() {
    Optional<String> set = settings.config().find(Settings.SECRETS_KEY);
    if (set.isPresent()) {
      return Sealer.of(set.get());
    }
    if (settings.storeIsServer() || !settings.store().embedded()) {
      throw Problem.of(CoreError.INVALID_CONFIG, "a source's password cannot be kept without a key")
          .field(Settings.SECRETS_KEY.path())
          .next(
              "set TIDEMILL_SECRETS_KEY to the output of `head -c 32 /dev/urandom | base64`, the"
                  + " same for all processes")
          .exception();
    }
    try {
      return Sealer.of(Files.readString(file()));
    } catch (IOException e) {
      throw Problem.of(CoreError.UNAVAILABLE, "the key of this installation cannot be read")
          .cause(e.toString())
          .exception(e);
    }
  }

  private Path file() throws IOException {
    Path file = settings.data().resolve(FILE);
    if (!Files.exists(file)) {
      Files.createDirectories(settings.data());
      Path made = Files.createTempFile(settings.data(), FILE, ".new", readableByOwner());
      Files.writeString(made, Sealer.newKey(), StandardOpenOption.TRUNCATE_EXISTING);
      try {
        // A link is made whole or not at all, and by one process only.
        Files.createLink(file, made);
      } catch (FileAlreadyExistsException another) {
        // Then that one counts.
      } finally {
        Files.delete(made);
      }
    }
    return file;
  }

  private static FileAttribute<?> readableByOwner() {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  }
}
