package dev.tidemill.sources;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where sources may be. A server connects only to what {@code sources.allow} lists, because others
 * tell it where to go; a person's own command may connect anywhere. Link-local addresses and those
 * that cloud machines tell their secrets at are refused always, by name here and by number in
 * {@link GuardedSockets} when the connection is made, whatever a name resolves to by then.
 */
public final class SourcePolicy {
  private static final Set<String> METADATA_NAMES =
      Set.of("metadata", "metadata.google.internal", "instance-data", "instance-data.ec2.internal");
  private static final List<byte[]> METADATA_ADDRESSES =
      List.of(
          new byte[] {100, 100, 100, (byte) 200},
          HexFormat.of().parseHex("fd000ec2000000000000000000000254"));

  private final @Nullable List<String> allowed;

  private SourcePolicy(@Nullable List<String> allowed) {
    this.allowed = allowed;
  }

  /** For a person's own process. */
  public static SourcePolicy anywhere() {
    return new SourcePolicy(null);
  }

  /**
   * @param entries {@code host}, {@code host:port}, {@code *.domain} or {@code *}; none allows none
   */
  public static SourcePolicy only(List<String> entries) {
    return new SourcePolicy(entries.stream().map(e -> e.toLowerCase(Locale.ROOT)).toList());
  }

  /** Throws when the address may not be used. Looks nothing up. */
  public void check(SourceUri uri) {
    String host = uri.host().endsWith(".") ? chop(uri.host()) : uri.host();
    if (METADATA_NAMES.contains(host)) {
      throw refused(uri.host(), "machines tell their secrets there");
    }
    if (allowed != null && allowed.stream().noneMatch(entry -> fits(entry, host, uri.port()))) {
      throw Problem.of(SourceError.SOURCE_REFUSED, "this server may not connect to " + uri.host())
          .field("uri")
          .cause("sources.allow does not list it")
          .next("ask whoever runs the server to add it to sources.allow")
          .exception();
    }
  }

  /** Refuses what no source may be at. */
  public static void check(InetAddress address) {
    byte[] number = address.getAddress();
    boolean metadata = METADATA_ADDRESSES.stream().anyMatch(m -> Arrays.equals(m, number));
    if (address.isLinkLocalAddress()
        || address.isMulticastAddress()
        || address.isAnyLocalAddress()
        || metadata) {
      throw refused(address.getHostAddress(), "link-local and metadata addresses are no sources");
    }
  }

  private static boolean fits(String entry, String host, int port) {
    int colon = entry.startsWith("[") ? entry.indexOf("]:") + 1 : entry.lastIndexOf(':');
    String name = colon > 0 ? entry.substring(0, colon) : entry;
    if (colon > 0 && !entry.substring(colon + 1).equals(String.valueOf(port))) {
      return false;
    }
    return name.equals("*")
        || name.equals(host)
        || (name.startsWith("*.") && host.endsWith(name.substring(1)));
  }

  private static String chop(String name) {
    return name.substring(0, name.length() - 1);
  }

  private static TidemillException refused(String host, String why) {
    return Problem.of(SourceError.SOURCE_REFUSED, "%s is refused as a source".formatted(host))
        .field("uri")
        .cause(why)
        .exception();
  }
}
