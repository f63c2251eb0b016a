@NullMarked
package dev.tidemill.reconcile.check;

import org.jspecify.annotations.NullMarked;
