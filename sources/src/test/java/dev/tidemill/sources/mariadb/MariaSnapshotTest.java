package dev.tidemill.sources.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.testkit.TcpProxy;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R7")
class MariaSnapshotTest {
  private final MariaDatabase database = MariaDatabase.create();

  @BeforeEach
  void fill() {
    database.execute(
        "CREATE TABLE accounts (id int PRIMARY KEY, money int, pad varchar(200))",
        IntStream.range(0, 20_000)
            .mapToObj(i -> "(%d, 100, '%s')".formatted(i, "x".repeat(100)))
            .collect(Collectors.joining(", ", "INSERT INTO accounts VALUES ", "")));
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void what_a_session_reads_is_of_the_moment_it_began() {
    var connector = new MariaDbConnector();
    try (var session = connector.open(request())) {
      var before = hash(session.read(new Chunk.Whole()));
      database.execute(
          "UPDATE accounts SET money = 0 WHERE id % 2 = 0", "DELETE FROM accounts WHERE id > 9999");
      List<Chunk> chunks = session.plan(4);
      assertThat(chunks).hasSizeGreaterThan(2);
      var parts = chunks.stream().map(c -> hash(session.read(c))).toList();
      assertThat(parts.stream().mapToLong(RowHash::rows).sum()).isEqualTo(20_000);
      assertThat(RowHash.sum(parts.stream().map(RowHash::hex).toList())).isEqualTo(before.hex());
      assertThat(session.snapshot().kind()).isEqualTo(Snapshot.Kind.SINGLE);
    }
  }

  @Test
  void another_connection_cannot_pretend_to_share_it() {
    var connector = new MariaDbConnector();
    try (var session = connector.open(request())) {
      assertThatThrownBy(
              () -> connector.read(request(), session.snapshot(), new Chunk.Whole()).close())
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> assertThat(e.code()).isEqualTo(SourceError.SOURCE_SNAPSHOT_LOST));
    }
  }

  @Test
  void a_connection_that_is_cut_is_an_error_and_never_fewer_rows() {
    for (int i = 0; i < 4; i++) {
      database.execute(
          "INSERT INTO accounts SELECT id + (SELECT MAX(id) + 1 FROM accounts), money, pad"
              + " FROM accounts");
    }
    SourceUri real = database.uri("accounts");
    try (TcpProxy network = TcpProxy.inFrontOf("mariadb://" + real.host() + ":" + real.port())) {
      var uri = SourceUri.of(real.toString().replace(":" + real.port(), ":" + network.port()));
      try (var session = new MariaDbConnector().open(SourceRequest.all(uri, Credential.NONE));
          var rows = session.read(new Chunk.Whole())) {
        var sink = new RowHash();
        assertThatThrownBy(
                () -> {
                  while (rows.next(sink)) {
                    if (sink.rows() == 100) {
                      network.cut();
                    }
                  }
                })
            .isInstanceOfSatisfying(
                TidemillException.class,
                e -> assertThat(e.code()).isEqualTo(SourceError.SOURCE_UNAVAILABLE));
        assertThat(sink.rows()).isLessThan(320_000);
      }
    }
  }

  private SourceRequest request() {
    return SourceRequest.all(database.uri("accounts"), Credential.NONE);
  }

  private static RowHash hash(dev.tidemill.sources.ChunkRows rows) {
    try (rows) {
      var hash = new RowHash();
      while (rows.next(hash)) {}
      return hash;
    }
  }
}
