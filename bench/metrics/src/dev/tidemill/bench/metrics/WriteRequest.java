package dev.tidemill.bench.metrics;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.xerial.snappy.Snappy;

/** A request of remote write 1.0, ready to send. */
final class WriteRequest {
  private WriteRequest() {}

  static byte[] of(List<Sample> series, long start, int from, int to) throws IOException {
    var request = new ByteArrayOutputStream();
    var out = CodedOutputStream.newInstance(request);
    for (Sample one : series) {
      out.writeByteArray(1, series(one, start, from, to));
    }
    out.flush();
    return Snappy.compress(request.toByteArray());
  }

  private static byte[] series(Sample series, long start, int from, int to) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = CodedOutputStream.newInstance(bytes);
    for (var label : series.labels().entrySet()) {
      var pair = new ByteArrayOutputStream();
      var pairOut = CodedOutputStream.newInstance(pair);
      pairOut.writeString(1, label.getKey());
      pairOut.writeString(2, label.getValue());
      pairOut.flush();
      out.writeByteArray(1, pair.toByteArray());
    }
    for (int i = from; i < to; i++) {
      var sample = new ByteArrayOutputStream();
      var sampleOut = CodedOutputStream.newInstance(sample);
      sampleOut.writeDouble(1, series.value(i));
      sampleOut.writeInt64(2, series.time(start, i));
      sampleOut.flush();
      out.writeByteArray(2, sample.toByteArray());
    }
    out.flush();
    return bytes.toByteArray();
  }
}
