/**
 * Objects, and the manifests that say which of them count.
 *
 * <p>Promise: an object is visible whole or not at all, whatever happens to its writer, and a
 * reader that has opened one reads that version to its end. Stores keep bytes and know nothing of
 * runs; they are authoritative for what exists, never for what counts.
 *
 * <p>What counts is what a {@link dev.tidemill.storage.Manifest} names. Every execution of a job
 * writes under names that carry its epoch ({@link dev.tidemill.storage.EpochName}), so a former
 * holder can neither overwrite nor complete what a later one writes; names are recorded when the
 * job settles, and what no manifest names is swept.
 */
@NullMarked
package dev.tidemill.storage;

import org.jspecify.annotations.NullMarked;
