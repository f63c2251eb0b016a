package dev.tidemill.sources;

import dev.tidemill.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** An authority of its own and a server's certificate for {@code localhost}, made by openssl. */
record Certificates(Path folder) {
  static final String PASSWORD = "changeit";

  static Certificates in(Path folder) throws IOException {
    // Servers that run as other users look in.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var made = new Certificates(folder);
    Files.writeString(folder.resolve("names"), "subjectAltName=DNS:localhost\n");
    made.run(
        "openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt -days 2 -subj /CN=tests");
    made.run(
        "openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost");
    made.run(
        "openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.crt");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    made.run(
        keytool
            + " -importcert -noprompt -alias ca -file ca.crt -keystore trust.p12 -storetype PKCS12 -storepass "
            + PASSWORD);
    return made;
  }

  /** The key in a file that only this user may read; servers insist on it. */
  Path keyFor(String user) throws IOException {
    Path key = folder.resolve(user + ".key");
    Files.copy(folder.resolve("server.key"), key);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    if (System.getProperty("user.name").equals("root")) {
      var users = key.getFileSystem().getUserPrincipalLookupService();
      Files.setOwner(key, users.lookupPrincipalByName(user));
    }
    return key;
  }

  Path certificate() {
    return folder.resolve("server.crt");
  }

  Path trusted() {
    return folder.resolve("trust.p12");
  }

  private void run(String command) {
    try (var process = ChildProcess.command(command.split(" ")).in(folder).start()) {
      int exit = process.awaitExit(Duration.ofMinutes(1));
      if (exit != 0) {
        throw new IllegalStateException(command + ": " + process.stderr());
      }
    }
  }
}
