/**
 * The policies. Each turns demand into a goal per pool of groups; {@link
 * dev.tidemill.scale.policy.Placement} turns goals into numbers and victims within every limit, the
 * same way for all.
 */
@NullMarked
package dev.tidemill.scale.policy;

import org.jspecify.annotations.NullMarked;
