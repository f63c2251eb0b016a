package dev.tidemill.reconcile.recipe;

/** An enum constant as a recipe spells it. */
public interface Worded {
  String word();
}
