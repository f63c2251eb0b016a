/**
 * A reconciliation as a run of durable jobs: one plan per source that has to be staged, its chunks,
 * then one job that matches and writes evidence.
 *
 * <p>Promise: evidence is complete and of data that were proven complete, or there is none; no
 * password stands in anything that is stored.
 */
@NullMarked
package dev.tidemill.reconcile.run;

import org.jspecify.annotations.NullMarked;
