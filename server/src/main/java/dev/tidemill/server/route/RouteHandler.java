package dev.tidemill.server.route;

/**
 * Answers one request. Called on a virtual thread, which is interrupted when the client goes away
 * or the time is up.
 */
@FunctionalInterface
public interface RouteHandler {
  Answer answer(Request request) throws Exception;
}
