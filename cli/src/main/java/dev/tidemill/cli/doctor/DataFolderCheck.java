package dev.tidemill.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** Can the data folder be written, and is there room? */
public final class DataFolderCheck implements Check {
  private static final long LITTLE = 1L << 30;
  private final Path folder;

  public DataFolderCheck(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  @Override
  public String name() {
    return "data folder";
  }

  @Override
  public Finding look() throws IOException {
    Path present = folder;
    while (!Files.exists(present) && present.getParent() != null) {
      present = present.getParent();
    }
    if (!Files.isDirectory(present) || !Files.isWritable(present)) {
      return Finding.fail(
          present + " cannot be written",
          "choose another folder with --data, or change its rights");
    }
    FileStore disk = Files.getFileStore(present);
    long free = disk.getUsableSpace();
    String detail =
        "%s%s, %d GiB free"
            .formatted(folder, Files.exists(folder) ? "" : " (made when needed)", free >> 30);
    return free < LITTLE
        ? Finding.warn(detail, "free some space: staging and spilling need it")
        : Finding.ok(detail);
  }
}
