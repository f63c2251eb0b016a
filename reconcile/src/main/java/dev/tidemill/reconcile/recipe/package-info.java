/**
 * What a user wrote: two sources, rules, names of the evidence files.
 *
 * <p>Promise: a {@link dev.tidemill.reconcile.recipe.Recipe} that exists is sound as far as it can
 * be known without the data; the reader tells every problem at once, each with its place. There is
 * no SQL in a recipe and no text of it is ever used as SQL. Pure.
 */
@NullMarked
package dev.tidemill.reconcile.recipe;

import org.jspecify.annotations.NullMarked;
