@NullMarked
package dev.tidemill.promql.testlang;

import org.jspecify.annotations.NullMarked;
