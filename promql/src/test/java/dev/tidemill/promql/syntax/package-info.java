@NullMarked
package dev.tidemill.promql.syntax;

import org.jspecify.annotations.NullMarked;
