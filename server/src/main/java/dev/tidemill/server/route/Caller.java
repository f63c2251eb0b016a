package dev.tidemill.server.route;

import java.util.EnumSet;
import java.util.Set;

/**
 * Who asks.
 *
 * @param roles most have one; where everything is open a caller has all
 */
public record Caller(Set<Role> roles, String tenant) {
  public Caller {
    roles = Set.copyOf(roles);
  }

  public static Caller of(Role role, String tenant) {
    return new Caller(EnumSet.of(role), tenant);
  }

  public boolean covers(Role needed) {
    return needed == Role.ANYONE || roles.stream().anyMatch(role -> role.covers(needed));
  }
}
