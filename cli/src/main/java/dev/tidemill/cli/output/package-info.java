/** How results and errors are shown. */
@NullMarked
package dev.tidemill.cli.output;

import org.jspecify.annotations.NullMarked;
