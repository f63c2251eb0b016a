/**
 * How samples come in.
 *
 * <p>Promise: {@link dev.tidemill.metrics.ingest.Ingester#write} returns when all samples of a
 * request are in segments that are committed, and throws when it does not know that they are;
 * sending them again is harmless, as the same sample twice counts once. Of two samples of the same
 * series and time the later counts: by position within a request, by commit between requests, so
 * that what is sent after an answer counts more than what was answered. Nothing is kept in this
 * process for longer than a commit takes; what waits is bounded, and more is refused.
 */
@NullMarked
package dev.tidemill.metrics.ingest;

import org.jspecify.annotations.NullMarked;
