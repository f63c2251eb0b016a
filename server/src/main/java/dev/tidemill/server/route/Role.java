package dev.tidemill.server.route;

/** Who may call a route. */
public enum Role {
  /** Anybody, also without a token: health and the like. */
  ANYONE,
  VIEWER,
  OPERATOR,
  ADMIN,
  /**
   * Workers and adapters; people's tokens do not open these routes, nor do theirs open people's.
   */
  WORKER;

  /** Does a caller of this role pass where {@code needed} is asked for? */
  public boolean covers(Role needed) {
    return switch (needed) {
      case ANYONE -> true;
      case VIEWER -> this == VIEWER || this == OPERATOR || this == ADMIN;
      case OPERATOR -> this == OPERATOR || this == ADMIN;
      case ADMIN -> this == ADMIN;
      case WORKER -> this == WORKER;
    };
  }
}
