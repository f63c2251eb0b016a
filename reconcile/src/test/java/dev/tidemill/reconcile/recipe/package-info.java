@NullMarked
package dev.tidemill.reconcile.recipe;

import org.jspecify.annotations.NullMarked;
