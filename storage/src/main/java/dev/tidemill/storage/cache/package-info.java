/**
 * Whole objects on the local disk, for readers that need files.
 *
 * <p>Promise: what a reader gets is one version of the object, whole, of the length the store says
 * and with the checksum that is expected, if one is; it stays until the reader is closed. An object
 * is fetched once, however many want it at once. All files together never exceed the budget: what
 * was not used for longest goes first, what is being read never. Nothing outlives the process that
 * made it, but what a crash leaves, and that goes when the folder is used again.
 *
 * <p>Authoritative is the store; the cache asks it for the version each time.
 */
@NullMarked
package dev.tidemill.storage.cache;

import org.jspecify.annotations.NullMarked;
