package dev.tidemill.server.access;

import dev.tidemill.server.route.Caller;
import java.util.Optional;

/** Knows whose a token is. Thread-safe; may take its time, as when it asks a store. */
public interface Access {

  /** Who comes without a token. */
  Caller withoutToken();

  /** Who holds the token; nobody, when it is not known. */
  Optional<Caller> withToken(String token);

  /** Is everything open to everybody who can connect? Worth saying at start. */
  boolean open();

  /** What somebody without a token that opens a route can do about it. */
  String advice();
}
