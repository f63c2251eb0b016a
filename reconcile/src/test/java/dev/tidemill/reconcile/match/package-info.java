@NullMarked
package dev.tidemill.reconcile.match;

import org.jspecify.annotations.NullMarked;
