package dev.tidemill.reconcile.run;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobContext;
import dev.tidemill.reconcile.match.Request;
import dev.tidemill.sources.file.FileKind;
import dev.tidemill.sources.file.NativeFile;
import dev.tidemill.sql.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/** The folder of one matching job, and the sides that are brought into it. */
final class Workbench implements AutoCloseable {
  private final Workshop shop;
  private final JobContext context;
  private final Path folder;
  private final List<LocalFile> fetched = new ArrayList<>();

  private Workbench(Workshop shop, JobContext context, Path folder) {
    this.shop = shop;
    this.context = context;
    this.folder = folder;
  }

  static Workbench open(Workshop shop, JobContext context) {
    try {
      Files.createDirectories(shop.temp());
      Path folder = Files.createTempDirectory(shop.temp(), context.job() + "-");
      return new Workbench(shop, context, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path folder() {
    return folder;
  }

  SideInput open(Place place) {
    return switch (place.kind()) {
      case Place.FILE ->
          // Once more: this worker may read other files than whoever took the run in.
          file(shop.files().locate(place.address(), folder), place.address());
      case Place.S3 -> file(fetch(place), place.address());
      case Place.STAGED ->
          new StagedSide(shop, context.staged(), folder)
              .open(place.address(), context.time().now());
      default ->
          throw Problem.of(
                  CoreError.INVALID_INPUT, "a side is never at a '%s'".formatted(place.kind()))
              .exception();
    };
  }

  private SideInput file(Path path, String address) {
    String name = address.substring(address.lastIndexOf('/') + 1);
    NativeFile file = shop.files().inspect(path, name);
    var manifest = new LinkedHashMap<String, Object>();
    manifest.put("address", address);
    manifest.put("rows", file.rows());
    manifest.put("snapshot", "file");
    Dialect dialect = shop.engine().dialect();
    var input =
        new Request.Input(
            file.input(),
            file.columns(),
            file.kind() == FileKind.PARQUET ? table -> file.select(table, dialect) : null);
    return new SideInput(input, file, manifest);
  }

  private Path fetch(Place place) {
    LocalFile object = LocalFile.of(place, shop.buckets());
    fetched.add(object);
    return object.path();
  }

  @Override
  public void close() {
    fetched.forEach(LocalFile::close);
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
