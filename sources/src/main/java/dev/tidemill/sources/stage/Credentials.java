package dev.tidemill.sources.stage;

import dev.tidemill.sources.Credential;

/** Opens what was sealed at submission. */
@FunctionalInterface
public interface Credentials {

  Credential open(String sealed);
}
