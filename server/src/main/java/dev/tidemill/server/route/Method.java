package dev.tidemill.server.route;

/** HTTP methods in use. */
public enum Method {
  GET,
  POST,
  PUT,
  PATCH,
  DELETE
}
