package dev.tidemill.sources.postgres;

import dev.tidemill.core.DataSize;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.arrow.RowSink;
import dev.tidemill.sql.arrow.TwoSinks;
import dev.tidemill.sql.parquet.PagedParquetWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/** What each stage costs: the same recorded bytes of a COPY, again and again, without a server. */
public final class Stages {
  private final List<byte[]> stream = new ArrayList<>();
  private final List<PgColumn> columns;
  private final PgTable table;

  private Stages(Connection connection, String uri, long rows) throws Exception {
    table = PgTable.find(connection, SourceUri.of(uri));
    columns = table.columns();
    String sql =
        "COPY (SELECT * FROM %s LIMIT %d) TO STDOUT (FORMAT binary)".formatted(table.quoted(), rows);
    CopyOut out = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql);
    for (byte[] row = out.readFromCopy(); row != null; row = out.readFromCopy()) {
      stream.add(row);
    }
  }

  /** Microseconds of processor time a row. */
  public static void measure(Connection connection, String uri, long rows, String stage, Path folder)
      throws Exception {
    var stages = new Stages(connection, uri, rows);
    for (int i = 0; i < 12; i++) {
      double before = cpuSeconds();
      long bytes = stages.run(stage, folder);
      double after = cpuSeconds();
      System.out.printf(
          "%-12s %.3f us/row, %.1f bytes/row%n", stage, (after - before) * 1e6 / rows, (double) bytes / rows);
    }
  }

  private long run(String stage, Path folder) throws Exception {
    return switch (stage) {
      case "decode" -> decode(new Nowhere());
      case "hash" -> decode(new RowHash());
      case "both" -> decode(new TwoSinks(new Nowhere(), new RowHash(), (c, l) -> {}));
      case "write" -> write(folder, false);
      case "all" -> write(folder, true);
      default -> throw new IllegalArgumentException("no stage " + stage);
    };
  }

  private long decode(RowSink sink) {
    var decoder = new CopyDecoder(new PgGuard(table, List.of(), 1 << 26));
    for (byte[] row : stream) {
      decoder.accept(row, sink);
    }
    decoder.finish();
    return 0;
  }

  private long write(Path folder, boolean hashed) throws Exception {
    var names = columns.stream().map(c -> new SqlColumn(c.name(), c.column().type())).toList();
    var decoder = new CopyDecoder(new PgGuard(table, List.of(), 1 << 26));
    var hash = new RowHash();
    var next = stream.iterator();
    Path file = folder.resolve("stages.parquet");
    RowSink[] to = new RowSink[1];
    var written =
        new PagedParquetWriter(limits(folder)).write(
            names,
            sink -> {
              if (to[0] == null) {
                to[0] = hashed ? new TwoSinks(sink, hash, (c, l) -> {}) : sink;
              }
              decoder.accept(next.next(), to[0]);
              return next.hasNext();
            },
            file);
    Files.delete(file);
    return written.bytes();
  }

  private static SqlLimits limits(Path folder) {
    return new SqlLimits(DataSize.ofMebibytes(512), 1, folder);
  }

  private static double cpuSeconds() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime() / 1e9;
  }

  /** Looks at nothing. */
  private static final class Nowhere implements RowSink {
    private long sum;

    @Override
    public void nothing(int column) {
      sum++;
    }

    @Override
    public void bool(int column, boolean value) {
      sum += value ? 1 : 0;
    }

    @Override
    public void bigint(int column, long value) {
      sum += value;
    }

    @Override
    public void real(int column, double value) {
      sum += Double.doubleToRawLongBits(value);
    }

    @Override
    public void decimal(int column, long high, long low) {
      sum += low;
    }

    @Override
    public void text(int column, byte[] bytes, int from, int length) {
      sum += bytes[from];
    }

    @Override
    public void binary(int column, byte[] bytes, int from, int length) {
      sum += length;
    }

    @Override
    public void date(int column, int epochDay) {
      sum += epochDay;
    }

    @Override
    public void timestamp(int column, long epochMicros) {
      sum += epochMicros;
    }

    @Override
    public void endRow() {
      sum ^= 1;
    }
  }
}
