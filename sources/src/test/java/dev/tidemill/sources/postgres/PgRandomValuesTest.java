package dev.tidemill.sources.postgres;

import static dev.tidemill.sources.postgres.PgFixture.CONNECTOR;
import static dev.tidemill.sources.postgres.PgFixture.all;
import static dev.tidemill.sources.postgres.PgFixture.drain;
import static dev.tidemill.sources.postgres.PgFixture.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.sources.Chunk;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Thousands of values made by the server, decoded, against its own text. */
@Tag("R8")
class PgRandomValuesTest {

  @Test
  void random_values_of_every_decoded_type_are_the_servers_own() {
    try (PostgresDatabase database = Servers.newPostgresDatabase()) {
      execute(
          database,
          """
          CREATE TABLE t AS SELECT n,
            (random() < 0.5) AS b,
            ((random() - 0.5) * 65535)::int2 AS i2,
            ((random() - 0.5) * 4294967295)::int4 AS i4,
            ((random() - 0.5) * 1e19 * random())::int8 AS i8,
            ((random() - 0.5) * 10 ^ (random() * 60 - 30))::float4 AS f4,
            ((random() - 0.5) * 10 ^ (random() * 600 - 300)) AS f8,
            ((random() - 0.5) * 10 ^ (random() * 17))::numeric(18, 1) AS d18,
            (((random() - 0.5) * 1e14)::numeric * ((random()) * 1e14)::numeric(15, 0)
              + (random() * 1e9)::int8 / 1e9::numeric)::numeric(38, 9) AS d38,
            (trunc(((random() - 0.5) * 1e12)::numeric, (random() * 9)::int))::numeric AS free,
            md5(random()::text) || chr(200 + (random() * 50000)::int % 50000) AS txt,
            decode(md5(random()::text), 'hex') AS raw,
            (date '0001-01-01' + (random() * 3652000)::int) AS d,
            (timestamp '0001-01-02' + random() * interval '9997 years') AS ts,
            (timestamptz '1900-01-01 00:00:00+00' + random() * interval '200 years') AS tz
          FROM generate_series(1, 5000) n
          """,
          "UPDATE t SET b = NULL, i4 = NULL, d38 = NULL, txt = NULL, ts = NULL WHERE n % 17 = 0");
      try (var session = CONNECTOR.open(all(database, "t"))) {
        var columns = session.columns();
        var sink = new CanonicalText(columns);
        drain(session.read(new Chunk.Whole()), sink);
        for (int i = 0; i < columns.size(); i++) {
          assertThat(sink.column(i))
              .as(columns.get(i).name())
              .containsExactlyInAnyOrderElementsOf(
                  ServerText.of(database, "t", columns.get(i).name(), columns.get(i).type()));
        }
      }
    }
  }
}
