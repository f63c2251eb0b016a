/**
 * Runs, jobs and workers over REST.
 *
 * <p>Promise: each route is a call of one seam ({@code JobIntake}, {@code Fleet}) and says no more
 * and no less; what it tells has the one shape of {@code dev.tidemill.jobs.json}. What is asked
 * wrongly is refused with the field at fault and what was probably meant, and changes nothing.
 */
@NullMarked
package dev.tidemill.server.jobs;

import org.jspecify.annotations.NullMarked;
