package dev.tidemill.metrics.ingest;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.tidemill.metrics.metadata.Metadata;
import java.io.IOException;
import java.util.Map;
import java.util.function.IntFunction;

/** Metadata within a request of remote write; the stream ends with the message. */
final class MetadataMessage {
  private static final int TYPE = 1 << 3;
  private static final int FAMILY_1 = bytes(2);
  private static final int HELP_1 = bytes(4);
  private static final int UNIT_1 = bytes(5);
  private static final int HELP_2 = 3 << 3;
  private static final int UNIT_2 = 4 << 3;

  private MetadataMessage() {}

  private static int bytes(int field) {
    return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  /** Version 1.0: a message of its own, which names the metric. */
  static void first(CodedInputStream in, Map<String, Metadata> into) throws IOException {
    String family = "";
    int type = 0;
    String help = "";
    String unit = "";
    for (int tag; (tag = in.readTag()) != 0; ) {
      if (tag == TYPE) {
        type = in.readEnum();
      } else if (tag == FAMILY_1) {
        family = in.readStringRequireUtf8();
      } else if (tag == HELP_1) {
        help = in.readStringRequireUtf8();
      } else if (tag == UNIT_1) {
        unit = in.readStringRequireUtf8();
      } else {
        in.skipField(tag);
      }
    }
    if (!family.isEmpty() && family.length() <= IngestLimits.NAME_LENGTH) {
      into.put(family, new Metadata(Metadata.type(type), help, unit));
    }
  }

  /** Version 2.0: a part of a series. */
  static Metadata second(CodedInputStream in, IntFunction<String> symbols) throws IOException {
    int type = 0;
    int help = 0;
    int unit = 0;
    for (int tag; (tag = in.readTag()) != 0; ) {
      if (tag == TYPE) {
        type = in.readEnum();
      } else if (tag == HELP_2) {
        help = in.readUInt32();
      } else if (tag == UNIT_2) {
        unit = in.readUInt32();
      } else {
        in.skipField(tag);
      }
    }
    // Symbol 0 is the empty text, and may be left out where nobody needs it.
    return new Metadata(
        Metadata.type(type),
        help == 0 ? "" : symbols.apply(help),
        unit == 0 ? "" : symbols.apply(unit));
  }
}
