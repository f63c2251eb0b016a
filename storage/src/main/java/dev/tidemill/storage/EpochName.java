package dev.tidemill.storage;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Epoch;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an output as one epoch of its job writes it: the epoch stands before the extension,
 * {@code payments/part-03.parquet} becomes {@code payments/part-03.e2.parquet}. Different names or
 * epochs never give the same object, and each object can be read back.
 */
public record EpochName(ObjectKey name, Epoch epoch) {
  private static final String STEM = "(?<stem>.*[^/])\\.e(?<epoch>0|[1-9][0-9]{0,17})";
  private static final Pattern EXTENDED = Pattern.compile(STEM + "(?<extension>\\.[^./]*)");
  private static final Pattern BARE = Pattern.compile(STEM + "(?<extension>)");

  /** Where the output lies below {@code prefix}. */
  public ObjectKey under(ObjectKey prefix) {
    String text = name.value();
    int dot = text.lastIndexOf('.');
    int end = dot > text.lastIndexOf('/') ? dot : text.length();
    return prefix.child(ObjectKey.of(text.substring(0, end) + "." + epoch + text.substring(end)));
  }

  /** Reads back what {@link #under} gave. */
  public static EpochName parse(ObjectKey prefix, ObjectKey object) {
    if (object.isBelow(prefix)) {
      String text = object.value().substring(prefix.value().length() + 1);
      for (Pattern form : List.of(EXTENDED, BARE)) {
        Matcher m = form.matcher(text);
        if (m.matches()) {
          var name = ObjectKey.of(m.group("stem") + m.group("extension"));
          var read = new EpochName(name, new Epoch(Long.parseLong(m.group("epoch"))));
          if (read.under(prefix).equals(object)) {
            return read;
          }
        }
      }
    }
    throw Problem.of(
            StorageError.INVALID_OBJECT_KEY,
            "%s is not the output of an epoch below %s".formatted(object, prefix))
        .exception();
  }
}
