/**
 * Proof that what is staged is what the source sent.
 *
 * <p>Promise: the hash of a part is made from values as they were decoded, does not depend on the
 * order of rows, and adds up over parts; a part that is missing, doubled or changed by a bit is
 * found by name before its rows are used. docs/sources.md defines the hash to the byte.
 */
@NullMarked
package dev.tidemill.sources.proof;

import org.jspecify.annotations.NullMarked;
