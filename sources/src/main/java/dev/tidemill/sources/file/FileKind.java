package dev.tidemill.sources.file;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.util.Locale;

/** What a file is, by its name; {@link FileStart} sees whether that is true. */
public enum FileKind {
  CSV(".csv"),
  CSV_GZ(".csv.gz"),
  PARQUET(".parquet");

  private final String extension;

  FileKind(String extension) {
    this.extension = extension;
  }

  public String extension() {
    return extension;
  }

  public static FileKind of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (FileKind kind : values()) {
      if (lower.endsWith(kind.extension)) {
        return kind;
      }
    }
    throw unknown("%s is neither .csv, .csv.gz nor .parquet".formatted(name))
        .next("convert the file, or rename it to what it is")
        .exception();
  }

  TidemillException mismatch(String name, String is) {
    return unknown("%s is named %s but is %s".formatted(name, extension, is))
        .next("rename the file to what it is, or convert it")
        .exception();
  }

  private static Problem unknown(String what) {
    return Problem.of(FileError.FILE_KIND_UNKNOWN, what);
  }
}
