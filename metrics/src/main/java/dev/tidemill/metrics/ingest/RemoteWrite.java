package dev.tidemill.metrics.ingest;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.tidemill.metrics.metadata.Metadata;
import dev.tidemill.promql.series.Labels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.xerial.snappy.Snappy;

/**
 * What Prometheus sends: protobuf in a block of Snappy, version 1.0 or 2.0.
 *
 * <p>Read field by field instead of into generated messages, so that limits are checked before
 * objects are made: in 32 MiB there is room for ten million empty series. The fields are those of
 * {@code prometheus/write.proto} in module wire.
 */
public final class RemoteWrite {
  // Numbers with wire types, as they stand in the bytes: a field of another type is another field.
  private static final int REQUEST_SERIES_1 = bytes(1);
  private static final int REQUEST_METADATA_1 = bytes(3);
  private static final int REQUEST_SYMBOLS_2 = bytes(4);
  private static final int REQUEST_SERIES_2 = bytes(5);
  private static final int SERIES_LABELS = bytes(1);
  private static final int SERIES_LABEL_2 = 1 << 3;
  private static final int SERIES_SAMPLES = bytes(2);
  private static final int SERIES_HISTOGRAMS_1 = bytes(4);
  private static final int SERIES_HISTOGRAMS_2 = bytes(3);
  private static final int SERIES_METADATA_2 = bytes(5);
  private static final int LABEL_NAME = bytes(1);
  private static final int LABEL_VALUE = bytes(2);
  private static final int SAMPLE_VALUE = 1 << 3 | WireFormat.WIRETYPE_FIXED64;
  private static final int SAMPLE_TIME = 2 << 3;

  private final boolean second;
  private final List<SampleList> series = new ArrayList<>();
  private final List<String> symbols = new ArrayList<>();
  private final Map<String, Metadata> metadata = new LinkedHashMap<>();
  private int samples;
  private int histograms;

  private RemoteWrite(boolean second) {
    this.second = second;
  }

  /**
   * @param series what can be stored
   * @param histograms how many native histograms there were, which cannot
   */
  public record Parsed(
      List<SampleList> series, int samples, int histograms, Map<String, Metadata> metadata) {}

  /**
   * @param contentType says which version
   * @throws dev.tidemill.core.error.TidemillException {@code SAMPLES_INVALID}
   */
  public static Parsed parse(byte[] body, String contentType) {
    boolean second = contentType.contains("io.prometheus.write.v2.Request");
    var request = new RemoteWrite(second);
    try {
      byte[] bytes = uncompressed(body);
      request.read(CodedInputStream.newInstance(bytes), bytes);
    } catch (InvalidProtocolBufferException e) {
      throw IngestLimits.invalid("the request is not a write request: " + e.getMessage());
    } catch (IOException e) {
      throw IngestLimits.invalid("the request is not compressed by Snappy");
    }
    IngestLimits.checkWindows(request.series);
    return new Parsed(request.series, request.samples, request.histograms, request.metadata);
  }

  private static int bytes(int field) {
    return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private static byte[] uncompressed(byte[] body) throws IOException {
    if (body.length == 0 || !Snappy.isValidCompressedBuffer(body)) {
      throw new IOException("not Snappy");
    }
    if (Snappy.uncompressedLength(body) > IngestLimits.BYTES) {
      throw IngestLimits.invalid(
          "the request is larger than %d bytes".formatted(IngestLimits.BYTES));
    }
    return Snappy.uncompress(body);
  }

  private void read(CodedInputStream in, byte[] bytes) throws IOException {
    // Symbols may stand behind the series that use them: those are read in a second pass.
    var later = new ArrayList<CodedInputStream>();
    for (int tag; (tag = in.readTag()) != 0; ) {
      if (tag == (second ? REQUEST_SERIES_2 : REQUEST_SERIES_1)) {
        if (series.size() + later.size() >= IngestLimits.SERIES) {
          throw IngestLimits.invalid(
              "the request has more than %d series".formatted(IngestLimits.SERIES));
        }
        if (second) {
          int length = in.readRawVarint32();
          int from = in.getTotalBytesRead();
          in.skipRawBytes(length);
          later.add(CodedInputStream.newInstance(bytes, from, length));
        } else {
          int before = enter(in);
          series.add(series(in));
          in.popLimit(before);
        }
      } else if (!second && tag == REQUEST_METADATA_1) {
        if (metadata.size() >= IngestLimits.SERIES) {
          throw IngestLimits.invalid("the request has too much metadata");
        }
        int before = enter(in);
        MetadataMessage.first(in, metadata);
        in.popLimit(before);
      } else if (second && tag == REQUEST_SYMBOLS_2) {
        if (symbols.size() >= IngestLimits.SERIES * 10) {
          throw IngestLimits.invalid("the request has too many symbols");
        }
        symbols.add(in.readStringRequireUtf8());
      } else if (!in.skipField(tag)) {
        throw IngestLimits.invalid("the request is not a write request");
      }
    }
    for (CodedInputStream one : later) {
      series.add(series(one));
    }
  }

  /** Reads on within a message inside; what is returned leads out of it. */
  private static int enter(CodedInputStream in) throws IOException {
    return in.pushLimit(in.readRawVarint32());
  }

  /** Labels come before samples in what Prometheus writes, but need not. */
  private SampleList series(CodedInputStream in) throws IOException {
    var pairs = new ArrayList<String>();
    var found = new SampleList(Labels.EMPTY);
    Metadata about = Metadata.NONE;
    for (int tag; (tag = in.readTag()) != 0; ) {
      if (tag == SERIES_LABELS || (second && tag == SERIES_LABEL_2)) {
        labels(in, tag, pairs);
      } else if (tag == SERIES_SAMPLES) {
        if (samples++ >= IngestLimits.SAMPLES) {
          throw IngestLimits.invalid(
              "the request has more than %d samples".formatted(IngestLimits.SAMPLES));
        }
        int before = enter(in);
        sample(in, found);
        in.popLimit(before);
      } else if (second && tag == SERIES_METADATA_2) {
        int before = enter(in);
        about = MetadataMessage.second(in, this::symbol);
        in.popLimit(before);
      } else {
        histograms += tag == (second ? SERIES_HISTOGRAMS_2 : SERIES_HISTOGRAMS_1) ? 1 : 0;
        in.skipField(tag);
      }
    }
    Labels labels = IngestLimits.labels(pairs);
    if (!about.equals(Metadata.NONE)) {
      metadata.put(Metadata.family(labels.get(Labels.METRIC_NAME), about.type()), about);
    }
    return found.as(labels);
  }

  private void labels(CodedInputStream in, int tag, List<String> pairs) throws IOException {
    if (!second) {
      int before = enter(in);
      label(in, pairs);
      in.popLimit(before);
    } else if (tag == SERIES_LABELS) {
      int before = enter(in);
      while (in.getBytesUntilLimit() > 0) {
        pairs.add(symbol(in.readUInt32()));
      }
      in.popLimit(before);
    } else {
      pairs.add(symbol(in.readUInt32()));
    }
    if (pairs.size() > 2 * IngestLimits.LABELS) {
      throw IngestLimits.invalid("a series has more than %d labels".formatted(IngestLimits.LABELS));
    }
  }

  private String symbol(int number) {
    if (number < 0 || number >= symbols.size()) {
      throw IngestLimits.invalid("there is no symbol %d".formatted(number));
    }
    return symbols.get(number);
  }

  private static void label(CodedInputStream in, List<String> pairs) throws IOException {
    String name = "";
    String value = "";
    for (int tag; (tag = in.readTag()) != 0; ) {
      if (tag == LABEL_NAME) {
        name = in.readStringRequireUtf8();
      } else if (tag == LABEL_VALUE) {
        value = in.readStringRequireUtf8();
      } else {
        in.skipField(tag);
      }
    }
    pairs.add(name);
    pairs.add(value);
  }

  private static void sample(CodedInputStream in, SampleList into) throws IOException {
    double value = 0;
    long time = 0;
    for (int tag; (tag = in.readTag()) != 0; ) {
      if (tag == SAMPLE_VALUE) {
        value = Double.longBitsToDouble(in.readFixed64());
      } else if (tag == SAMPLE_TIME) {
        time = in.readInt64();
      } else {
        in.skipField(tag);
      }
    }
    IngestLimits.checkTime(time);
    into.add(time, value);
  }
}
