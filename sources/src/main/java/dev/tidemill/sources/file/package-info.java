/**
 * CSV and Parquet files that are read where they are, without staging.
 *
 * <p>Promise: a file is read as stated or refused by name; nothing in it is guessed by an engine,
 * skipped or repaired. CSV is read once in full before any engine sees it: that pass states the
 * type of each column, counts the rows and finds the first broken line, so that what an engine
 * reads afterwards can be compared with what is there. Types of Parquet that the seam to the engine
 * does not carry are turned into ones it does without loss, or refused.
 *
 * <p>Authoritative for data is the file, which is only ever read. Which files may be read is
 * decided by {@link dev.tidemill.sources.file.FilePolicy} on real paths, links resolved.
 */
@NullMarked
package dev.tidemill.sources.file;

import org.jspecify.annotations.NullMarked;
