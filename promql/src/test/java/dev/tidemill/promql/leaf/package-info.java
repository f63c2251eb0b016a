@NullMarked
package dev.tidemill.promql.leaf;

import org.jspecify.annotations.NullMarked;
