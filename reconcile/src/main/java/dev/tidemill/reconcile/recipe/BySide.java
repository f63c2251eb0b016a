package dev.tidemill.reconcile.recipe;

/** Something that both sides have. */
public record BySide<T>(T left, T right) {

  public T get(Side side) {
    return side == Side.LEFT ? left : right;
  }
}
