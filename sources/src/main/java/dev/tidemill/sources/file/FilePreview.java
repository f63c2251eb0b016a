package dev.tidemill.sources.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first rows of a file as texts, null for NULL. What follows them was not looked at. */
public record FilePreview(List<String> columns, List<List<@Nullable String>> rows) {
  public FilePreview {
    columns = List.copyOf(columns);
    rows = Collections.unmodifiableList(new ArrayList<>(rows));
  }
}
