package dev.tidemill.promql.testlang;

import dev.tidemill.promql.syntax.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of commands. An empty line or a comment ends a command's lines. */
record TestScript(List<Command> commands) {
  private static final Pattern LOAD = Pattern.compile("load(_with_nhcb)?\\s+(.+)");

  TestScript {
    commands = List.copyOf(commands);
  }

  /** What cannot be read is a command too, so that it is told with its line. */
  static TestScript parse(String text) {
    List<String> lines =
        text.lines().map(String::strip).map(l -> l.startsWith("#") ? "" : l).toList();
    var commands = new ArrayList<Command>();
    for (int i = 0; i < lines.size(); ) {
      if (lines.get(i).isEmpty()) {
        i++;
        continue;
      }
      int end = i + 1;
      boolean block = !lines.get(i).equalsIgnoreCase("clear");
      while (block && end < lines.size() && !lines.get(end).isEmpty()) {
        end++;
      }
      try {
        commands.add(command(i + 1, lines.get(i), lines.subList(i + 1, end)));
      } catch (RuntimeException e) {
        commands.add(new Command.Unreadable(i + 1, lines.get(i), String.valueOf(e.getMessage())));
      }
      i = end;
    }
    return new TestScript(commands);
  }

  private static Command command(int line, String text, List<String> lines) {
    String word = text.toLowerCase(Locale.ROOT);
    if (word.equals("clear")) {
      return new Command.Clear();
    }
    if (word.startsWith("load")) {
      return load(text, lines);
    }
    if (word.startsWith("eval")) {
      return EvalLines.parse(line, text, lines);
    }
    throw new IllegalArgumentException("invalid command: " + text);
  }

  private static Command load(String text, List<String> lines) {
    Matcher matcher = LOAD.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("invalid load command: " + text);
    }
    boolean starts = lines.stream().anyMatch(TestScript::isStart);
    List<SeriesLine> series =
        lines.stream().filter(line -> !isStart(line)).map(SeriesLine::parse).toList();
    return new Command.Load(
        Durations.parse(matcher.group(2)), matcher.group(1) != null, starts, series);
  }

  private static boolean isStart(String line) {
    return line.matches("\\S*@st\\s.*");
  }
}
