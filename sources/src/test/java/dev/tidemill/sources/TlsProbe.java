package dev.tidemill.sources;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SystemTime;

/**
 * Looks at sources in a JVM that trusts what its flags say, and prints for each its first value or
 * why there is none.
 */
final class TlsProbe {
  public static void main(String[] addresses) {
    Connectors connectors = Connectors.standard(SourcePolicy.anywhere(), new SystemTime());
    for (String address : addresses) {
      SourceUri uri = SourceUri.of(address);
      try (SourceSession session =
          connectors.of(uri).open(SourceRequest.all(uri, Credential.NONE))) {
        System.out.println("read " + session.preview(1));
      } catch (TidemillException e) {
        System.out.println("refused " + e.code() + " " + e.problem().cause());
      }
    }
    System.out.println("end");
    Runtime.getRuntime().halt(0);
  }
}
