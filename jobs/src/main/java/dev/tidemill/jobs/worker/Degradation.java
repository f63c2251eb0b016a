package dev.tidemill.jobs.worker;

/**
 * How much a worker should take on, from how much its machine has to do. Pure.
 *
 * @param warning from here on it takes half
 * @param critical from here on it takes nothing
 */
public record Degradation(Limits warning, Limits critical) {

  public static final Degradation DEFAULT =
      new Degradation(new Limits(0.7, 0.8, 100), new Limits(0.9, 0.95, 500));

  /**
   * @param cpu share of the machine's processors in use by this process, 0 to 1
   * @param memory share of the heap that is in use after collections, 0 to 1
   * @param untold executions whose end the store does not know yet
   */
  public record Limits(double cpu, double memory, int untold) {}

  /** What was measured. */
  public record Reading(double cpu, double memory, int untold) {}

  public Load decide(Reading now) {
    if (reached(critical, now)) {
      return Load.CRITICAL;
    }
    return reached(warning, now) ? Load.WARNING : Load.NORMAL;
  }

  /** For people: which limit it was. */
  public String why(Reading now) {
    Limits limits = decide(now) == Load.CRITICAL ? critical : warning;
    if (now.cpu >= limits.cpu) {
      return "cpu %.0f %%".formatted(now.cpu * 100);
    }
    if (now.memory >= limits.memory) {
      return "memory %.0f %%".formatted(now.memory * 100);
    }
    return now.untold >= limits.untold ? now.untold + " results wait for the store" : "";
  }

  private static boolean reached(Limits limits, Reading now) {
    return now.cpu >= limits.cpu || now.memory >= limits.memory || now.untold >= limits.untold;
  }
}
