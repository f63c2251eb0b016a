package dev.tidemill.server.route;

/** A finished answer. */
public record Answer(int status, String contentType, byte[] body) {}
