/** The worker, its core without threads and its threads on real stores. */
@NullMarked
package dev.tidemill.jobs.worker;

import org.jspecify.annotations.NullMarked;
