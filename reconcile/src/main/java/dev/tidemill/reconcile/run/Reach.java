package dev.tidemill.reconcile.run;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.secret.Sealer;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sources.SourcePolicy;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.file.NativeFiles;
import dev.tidemill.sources.stage.StagePlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which sources may be used, and how each is reached: read in place or staged first. Thread-safe.
 *
 * @param buckets as {@code s3://bucket}; null allows any
 * @param sealer asked for only where there is something to seal
 */
public record Reach(
    NativeFiles files,
    SourcePolicy servers,
    @Nullable List<String> buckets,
    Supplier<Sealer> sealer) {
  private static final Set<String> STAGED =
      Set.of(
          "postgres", "postgresql", "mysql", "mariadb", "opensearch", "elasticsearch", "bigquery");
  private static final String S3 = "s3://";

  /**
   * A source that may be used.
   *
   * @param shown its address, without a password
   * @param server where it is staged from; null when it is read in place
   * @param credential sealed
   */
  record Reached(
      Place place, String shown, @Nullable SourceUri server, @Nullable String credential) {

    /** The plan that stages it under the name of its side. */
    Optional<StagePlan> staging(SourceSpec source) {
      return server == null
          ? Optional.empty()
          : Optional.of(
              new StagePlan(
                  place.address(),
                  server.toString(),
                  credential,
                  null,
                  source.partitionKey(),
                  null,
                  null,
                  PushDown.of(source.filters())));
    }
  }

  /**
   * @param side under which name it is staged
   */
  Reached of(SourceSpec source, String side, Path folder) {
    try {
      return reached(source.uri(), side, folder);
    } catch (TidemillException e) {
      throw new TidemillException(e.problem().field("/sources/%s/uri".formatted(side)), e);
    }
  }

  private Reached reached(String address, String side, Path folder) {
    if (address.startsWith(S3)) {
      return object(address);
    }
    int colon = address.indexOf("://");
    String scheme = colon < 0 ? "" : address.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!STAGED.contains(scheme)) {
      String path = files.locate(address, folder).toString();
      return new Reached(new Place(Place.FILE, path), address, null, null);
    }
    SourceUri.Parsed parsed = SourceUri.parse(address);
    servers.check(parsed.uri());
    @Nullable String sealed =
        parsed.credential().isEmpty() ? null : sealer.get().seal(parsed.credential().reveal());
    return new Reached(
        new Place(Place.STAGED, side), parsed.uri().toString(), parsed.uri(), sealed);
  }

  private Reached object(String address) {
    int slash = address.indexOf('/', S3.length());
    if (slash <= S3.length() || address.endsWith("/") || address.lastIndexOf('.') < slash) {
      throw Problem.of(RecipeError.RECIPE_INVALID, "'%s' names no object".formatted(address))
          .next("write s3://bucket/folder/file.parquet or .csv")
          .exception();
    }
    String bucket = address.substring(0, slash);
    if (buckets != null && !buckets.contains(bucket) && !buckets.contains("*")) {
      throw Problem.of(RecipeError.SOURCE_NOT_ALLOWED, "this server may not read from " + bucket)
          .cause("sources.allow does not list it")
          .next("ask whoever runs the server to add it to sources.allow")
          .exception();
    }
    return new Reached(new Place(Place.S3, address), address, null, null);
  }
}
