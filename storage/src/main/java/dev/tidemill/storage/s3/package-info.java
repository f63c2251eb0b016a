/**
 * Objects in S3 and in stores that speak its language.
 *
 * <p>Promise: that of {@link dev.tidemill.storage.ObjectStore}. An object appears with one request,
 * the last of its upload; what an upload that failed or died has sent before is no object, is
 * aborted or, after a crash, swept. Passing faults (5xx, throttling, broken connections) are tried
 * again with growing, jittered waits; a download goes on where it broke off, with the same version
 * or not at all. Memory is bounded by one part for each writer.
 *
 * <p>One difference of all networks: an error whose cause is a lost answer leaves open whether the
 * object was stored, and says so. Keys and secrets are in no message.
 */
@NullMarked
package dev.tidemill.storage.s3;

import org.jspecify.annotations.NullMarked;
