package dev.tidemill.storage;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import org.jspecify.annotations.Nullable;

/** A walk through folders in which others work: what vanishes meanwhile is passed over. */
abstract class LiveWalk extends SimpleFileVisitor<Path> {

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
    return gone(file) ? FileVisitResult.CONTINUE : super.visitFileFailed(file, e);
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
      throws IOException {
    return e == null || gone(folder)
        ? FileVisitResult.CONTINUE
        : super.postVisitDirectory(folder, e);
  }

  private static boolean gone(Path path) {
    return !Files.exists(path);
  }
}
