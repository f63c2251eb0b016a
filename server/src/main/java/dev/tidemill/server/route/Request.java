package dev.tidemill.server.route;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * What a handler gets to see.
 *
 * @param path the named parts of the path
 * @param query may hold a name several times
 * @param role of the caller
 */
public record Request(
    Map<String, String> path,
    Map<String, List<String>> query,
    Map<String, String> headers,
    Role role,
    String tenant,
    ByteBuffer body) {}
