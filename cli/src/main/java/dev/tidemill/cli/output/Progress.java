package dev.tidemill.cli.output;

import java.io.Console;
import java.io.PrintStream;

/**
 * One line that is written over while something goes on. Where nobody looks, because the output
 * goes to a file, only every tenth part is told.
 */
public final class Progress {
  private static final int WIDTH = 30;

  private final PrintStream err;
  private final boolean terminal = terminal();
  private int lastTenth = -1;
  private boolean shown;

  public Progress(PrintStream err) {
    this.err = err;
  }

  public void show(String what, long done, long total) {
    double part = total == 0 ? 0 : (double) done / total;
    if (terminal) {
      int filled = (int) (part * WIDTH);
      err.printf(
          "\r\033[K%s [%s%s] %d/%d",
          what, "#".repeat(filled), ".".repeat(WIDTH - filled), done, total);
      err.flush();
      shown = true;
      return;
    }
    int tenth = (int) (part * 10);
    if (tenth > lastTenth && lastTenth >= 0) {
      err.printf("%s %d/%d%n", what, done, total);
    }
    lastTenth = Math.max(lastTenth, tenth);
  }

  /** With a few words on what is being done, in place of numbers. */
  public void show(String what, String words, long done, long total) {
    if (!terminal) {
      show(what, done, total);
      return;
    }
    double part = total == 0 ? 0 : (double) done / total;
    int filled = (int) (part * WIDTH);
    err.printf(
        "\r\033[K%s [%s%s] %2.0f %% %s",
        what, "#".repeat(filled), ".".repeat(WIDTH - filled), 100 * part, words);
    err.flush();
    shown = true;
  }

  /** The line is finished. */
  public void done() {
    if (shown) {
      err.print("\r\033[K");
      err.flush();
    }
  }

  @SuppressWarnings("SystemConsoleNull") // on 25 it is null again when nobody sits there
  private static boolean terminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }
}
