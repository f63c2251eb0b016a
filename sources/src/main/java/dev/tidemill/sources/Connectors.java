package dev.tidemill.sources;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.sources.bigquery.BigQueryConnector;
import dev.tidemill.sources.mariadb.MariaDbConnector;
import dev.tidemill.sources.opensearch.Flavour;
import dev.tidemill.sources.opensearch.OpenSearchConnector;
import dev.tidemill.sources.postgres.PostgresConnector;
import java.util.List;

/** The connectors there are, behind a policy that every address passes first. */
public record Connectors(SourcePolicy policy, List<Connector> all) {
  public Connectors {
    all = List.copyOf(all);
  }

  public static Connectors standard(SourcePolicy policy, TimeSource time) {
    return new Connectors(
        policy,
        List.of(
            new PostgresConnector(time),
            new MariaDbConnector(),
            new OpenSearchConnector(Flavour.OPENSEARCH, time),
            new OpenSearchConnector(Flavour.ELASTICSEARCH, time),
            new BigQueryConnector(time)));
  }

  /** The one for this address; refuses what the policy refuses. */
  public Connector of(SourceUri uri) {
    policy.check(uri);
    return all.stream()
        .filter(connector -> connector.scheme().equals(uri.scheme()))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.of(
                        SourceError.INVALID_SOURCE_URI,
                        "no connector answers to '%s'".formatted(uri.scheme()))
                    .field("uri")
                    .exception());
  }
}
