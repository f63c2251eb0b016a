/**
 * From text to a checked tree and back.
 *
 * <p>Promise: any text gives either a tree that is right in its types or a {@link
 * dev.tidemill.promql.syntax.ParseError} that names line and column, never another failure and
 * never a wait: the depth of a tree is bounded. Printing a tree and parsing the print gives the
 * same print. The language is that of Prometheus 3; what is experimental there is refused by name
 * unless its {@link dev.tidemill.promql.syntax.Feature} is switched on.
 */
@NullMarked
package dev.tidemill.promql.syntax;

import org.jspecify.annotations.NullMarked;
