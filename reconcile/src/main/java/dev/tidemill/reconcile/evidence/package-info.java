/**
 * What a run leaves behind: which records matched, by which rule and how nearly; which did not, and
 * why.
 *
 * <p>Promise: always the same four files; each appears whole or not at all, {@code metadata.json}
 * last, so that a folder with one is complete. The same data, recipe and time give the same rows in
 * the same order.
 */
@NullMarked
package dev.tidemill.reconcile.evidence;

import org.jspecify.annotations.NullMarked;
