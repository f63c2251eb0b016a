package dev.tidemill.wire;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What readers and writers of other versions depend on, one fact a line. */
final class ProtocolText {
  private final Set<String> facts = new TreeSet<>();

  private ProtocolText() {}

  static Set<String> of(FileDescriptor file) {
    var text = new ProtocolText();
    text.facts.add("java package " + file.getOptions().getJavaPackage());
    text.facts.add("java multiple files " + file.getOptions().getJavaMultipleFiles());
    file.getMessageTypes().forEach(message -> message.getFields().forEach(text::field));
    file.getEnumTypes().forEach(text::values);
    file.getServices().forEach(text::methods);
    return text.facts;
  }

  private void field(FieldDescriptor field) {
    String type =
        switch (field.getJavaType()) {
          case MESSAGE -> field.getMessageType().getFullName();
          case ENUM -> field.getEnumType().getFullName();
          case INT, LONG, FLOAT, DOUBLE, BOOLEAN, STRING, BYTE_STRING ->
              field.getType().name().toLowerCase(Locale.ROOT);
        };
    var oneof = field.getRealContainingOneof();
    facts.add(
        "field %s = %d %s%s%s"
            .formatted(
                field.getFullName(),
                field.getNumber(),
                field.isRepeated() ? "repeated " : "",
                type,
                oneof == null ? "" : " in oneof " + oneof.getName()));
  }

  private void values(EnumDescriptor values) {
    values
        .getValues()
        .forEach(v -> facts.add("enum %s.%s = %d".formatted(values.getName(), v, v.getNumber())));
  }

  private void methods(ServiceDescriptor service) {
    service
        .getMethods()
        .forEach(
            method ->
                facts.add(
                    "rpc %s(%s%s) returns (%s%s)"
                        .formatted(
                            method.getFullName(),
                            method.isClientStreaming() ? "stream " : "",
                            method.getInputType().getName(),
                            method.isServerStreaming() ? "stream " : "",
                            method.getOutputType().getName())));
  }
}
