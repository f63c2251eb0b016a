/** What people see of a reconciliation: its numbers, and its evidence in a folder. */
@NullMarked
package dev.tidemill.cli.reconcile;

import org.jspecify.annotations.NullMarked;
