@NullMarked
package dev.tidemill.sources.proof;

import org.jspecify.annotations.NullMarked;
