package dev.tidemill.storage;

/**
 * What a store knows of an object without reading it.
 *
 * @param etag names this version of the object: another content under the same key has another one.
 *     Opaque; not a checksum
 */
public record ObjectInfo(ObjectKey key, long size, String etag) {}
