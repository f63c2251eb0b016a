package dev.tidemill.server.route;

import java.nio.ByteBuffer;

/** A finished answer. */
public record Answer(int status, String contentType, ByteBuffer body) {}
