package dev.tidemill.scale.simulate;

import java.util.Comparator;
import java.util.List;

/**
 * What happens to a fleet, whoever sizes it.
 *
 * @param arrivals by time
 * @param fires when schedules will start jobs that are among the arrivals; known beforehand
 * @param changeAt when the load changes in the way the workload is named for
 * @param length how long it is looked at, longer than any arrival
 */
public record Workload(
    String name,
    List<Arrival> arrivals,
    List<Fire> fires,
    Platform platform,
    double changeAt,
    double length) {

  public Workload {
    arrivals = arrivals.stream().sorted(Comparator.comparingDouble(Arrival::at)).toList();
    fires = List.copyOf(fires);
  }

  /** A job and how long it runs. */
  public record Arrival(double at, double seconds) {}

  /** A schedule that starts so many jobs. */
  public record Fire(double at, int jobs) {}

  /**
   * Where workers run.
   *
   * @param startUp how long a worker usually takes to start
   * @param slow this share takes five times as long
   * @param failing this share fails at the end of its start
   */
  public record Platform(int slots, int maxWorkers, double startUp, double slow, double failing) {}
}
