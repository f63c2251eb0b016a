/**
 * The durable path as JSON.
 *
 * <p>Promise: one shape for each thing, whoever tells it: the REST API, the worker API, the command
 * line's {@code -o json}. Names are snake_case, ids carry their kind ({@code run_42}), times are
 * ISO-8601 in UTC, durations say their unit in the name, what is JSON itself (payload, result,
 * error, spec) is embedded and not quoted, lists are {@code {items, next}}. What was written can be
 * read back. What a person wrote is read strictly: an unknown field is an error that names the one
 * probably meant; what a program wrote may have fields of a later release.
 */
@NullMarked
package dev.tidemill.jobs.json;

import org.jspecify.annotations.NullMarked;
