package dev.tidemill.bench.scale;

import dev.tidemill.scale.simulate.Scores;
import dev.tidemill.scale.simulate.Simulation;
import dev.tidemill.scale.simulate.Workload;
import dev.tidemill.scale.simulate.Workloads;
import dev.tidemill.scale.simulate.peer.Contenders;
import dev.tidemill.scale.simulate.peer.Contenders.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs every contender on every workload, several seeds each, and writes means. */
public final class Main {
  private static final Path FOLDER = Path.of("bench/scale");

  private Main() {}

  public static void main(String[] args) throws IOException {
    int seeds = args.length == 0 ? 5 : Integer.parseInt(args[0]);
    List<Contender> contenders = new ArrayList<>(List.of(Contenders.ours()));
    contenders.addAll(Contenders.peers());
    Map<String, Map<String, Scores>> all = new LinkedHashMap<>();
    for (int i = 0; i < Workloads.all(1).size(); i++) {
      Map<String, Scores> row = new LinkedHashMap<>();
      String name = "";
      for (Contender contender : contenders) {
        List<Scores> runs = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
          Workload load = Workloads.all(seed).get(i);
          name = load.name();
          runs.add(Simulation.run(load, contender.scaler().get(), seed));
        }
        row.put(contender.name(), mean(runs));
      }
      all.put(name, row);
    }
    String table = table(all);
    System.out.print(table);
    Files.writeString(FOLDER.resolve("table.md"), table);
    Files.writeString(FOLDER.resolve("frontier.svg"), FrontierChart.draw(all));
  }

  private static Scores mean(List<Scores> runs) {
    int n = runs.size();
    return new Scores(
        runs.stream().mapToDouble(Scores::waited).sum() / n,
        runs.stream().mapToDouble(Scores::paid).sum() / n,
        (int) Math.round(runs.stream().mapToInt(Scores::turns).average().orElse(0)),
        (int) Math.ceil(runs.stream().mapToInt(Scores::interrupted).average().orElse(0)),
        runs.stream().mapToDouble(Scores::settled).sum() / n,
        runs.stream().mapToInt(Scores::peak).max().orElse(0));
  }

  private static String table(Map<String, Map<String, Scores>> all) {
    var text = new StringBuilder();
    text.append("| load | scaler | waited, job-hours | paid, worker-hours | waited × paid, ours = 1 ");
    text.append("| turns | interrupted jobs | settled after, s | most workers |\n");
    text.append("|---|---|---|---|---|---|---|---|---|\n");
    all.forEach(
        (load, row) -> {
          Scores ours = row.values().iterator().next();
          row.forEach(
              (name, scores) -> {
                boolean first = scores == ours;
                text.append(
                    String.format(
                        Locale.ROOT,
                        "| %s | %s | %.2f | %.2f | %.2f | %d | %d | %.0f | %d |%n",
                        first ? load : "",
                        first ? "**" + name + "**" : name,
                        scores.waited() / 3600,
                        scores.paid() / 3600,
                        scores.product() / ours.product(),
                        scores.turns(),
                        scores.interrupted(),
                        scores.settled(),
                        scores.peak()));
              });
        });
    return text.toString();
  }
}
