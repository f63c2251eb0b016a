/**
 * What the functions of the language compute, on plain numbers.
 *
 * <p>Promise: results are Prometheus' own, to the last digits where these do not depend on the
 * order of series. Nothing here knows of series, steps or where numbers come from; a {@link
 * dev.tidemill.promql.series.StaleMarker} as a result stands for none.
 */
@NullMarked
package dev.tidemill.promql.function;

import org.jspecify.annotations.NullMarked;
