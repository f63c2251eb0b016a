package dev.tidemill.sources.mariadb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Connector;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import java.sql.Connection;
import java.sql.SQLException;

/** MariaDB 10.3 and later, MySQL 8. */
public final class MariaDbConnector implements Connector {

  @Override
  public String scheme() {
    return "mariadb";
  }

  @Override
  public SourceSession open(SourceRequest request) {
    return MariaSession.open(request);
  }

  @Override
  public ChunkRows read(SourceRequest request, Snapshot snapshot, Chunk chunk) {
    if (snapshot.kind() != Snapshot.Kind.FUZZY) {
      throw Problem.of(SourceError.SOURCE_SNAPSHOT_LOST, "this source's snapshots cannot be joined")
          .next("read through the session itself, or take a fuzzy snapshot")
          .exception();
    }
    Connection connection = MariaConnection.open(request);
    try {
      MariaConnection.begin(connection);
      var select = MariaSelect.of(MariaTable.find(connection, request.uri()), request);
      return new MariaChunkRows(connection, true, select, chunk);
    } catch (SQLException e) {
      MariaConnection.drop(connection);
      throw MariaErrors.of("a chunk of %s could not be read".formatted(request.uri().table()), e);
    } catch (RuntimeException e) {
      MariaConnection.drop(connection);
      throw e;
    }
  }
}
