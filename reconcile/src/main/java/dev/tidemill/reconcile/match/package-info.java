/**
 * Rules run on an engine.
 *
 * <p>Promise: the outcome is a function of the data and the recipe alone, the one that {@code
 * docs/recipe.md} describes: not of the engine, its threads or its plans. What engines do
 * differently (normalised texts, similarity, regular expressions) is computed here, in Java; what
 * is asked of them is exact arithmetic, equality, order of code points and IEEE doubles. A
 * statement never joins with OR, and no rule starts that would compare more pairs than its limit.
 *
 * <p>Records are numbered in file order and only numbers, keys and the columns that conditions look
 * at are kept. Each rule leaves one table, {@code m0}, {@code m1}, …, which says whom it consumed
 * and is read when evidence is written; everything else can be thrown away after a rule. With a
 * pair goes what its records' keys are made of, so that nothing is looked up again in the end.
 */
@NullMarked
package dev.tidemill.reconcile.match;

import org.jspecify.annotations.NullMarked;
