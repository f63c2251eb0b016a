/**
 * The leader's work: fire what is due.
 *
 * <p>Promise: only a node that trusts its lease fires, looked at on the monotonic clock before each
 * batch; a batch that is under way when the trust ends is still harmless, because the store takes
 * each tick once. Ticks are fired when they are due, in batches, however many fall on one minute. A
 * node that stops gives the lease back when its last batch has ended, so the next one leads at
 * once.
 */
@NullMarked
package dev.tidemill.schedule.cron;

import org.jspecify.annotations.NullMarked;
