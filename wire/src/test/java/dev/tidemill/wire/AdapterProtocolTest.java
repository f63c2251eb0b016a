package dev.tidemill.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import dev.tidemill.wire.adapter.v1.AdapterMessage;
import dev.tidemill.wire.adapter.v1.AdapterProto;
import dev.tidemill.wire.adapter.v1.Group;
import dev.tidemill.wire.adapter.v1.GroupState;
import dev.tidemill.wire.adapter.v1.Heartbeat;
import dev.tidemill.wire.adapter.v1.ServerMessage;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S3")
class AdapterProtocolTest {
  private static final String GOLDEN = "adapter.v1.txt";

  @Test
  void nothing_that_was_ever_released_changes() throws IOException {
    assertThat(ProtocolText.of(AdapterProto.getDescriptor()))
        .as("a line that is missing here breaks adapters of another version")
        .containsAll(released());
  }

  @Test
  void what_is_new_is_written_down_so_that_it_cannot_change_later() throws IOException {
    assertThat(released())
        .as("add the missing lines to " + GOLDEN)
        .containsAll(ProtocolText.of(AdapterProto.getDescriptor()));
  }

  @Test
  void a_state_of_a_later_version_survives_a_round_trip() throws Exception {
    byte[] later = heartbeatOf(Group.newBuilder().setId("g1").setStateValue(77).build());

    Heartbeat read = AdapterMessage.parseFrom(later).getHeartbeat();

    assertThat(read.getGroups(0).getState()).isEqualTo(GroupState.UNRECOGNIZED);
    assertThat(read.getGroups(0).getStateValue()).isEqualTo(77);
    assertThat(rewritten(later)).isEqualTo(later);
  }

  @Test
  void a_field_of_a_later_version_survives_a_round_trip() throws Exception {
    var field = Field.newBuilder().addLengthDelimited(ByteString.copyFromUtf8("zone-b")).build();
    var unknown = UnknownFieldSet.newBuilder().addField(900, field).build();
    byte[] later = heartbeatOf(Group.newBuilder().setId("g1").setUnknownFields(unknown).build());

    Group read = AdapterMessage.parseFrom(later).getHeartbeat().getGroups(0);

    assertThat(read.getId()).isEqualTo("g1");
    assertThat(read.getUnknownFields().hasField(900)).isTrue();
    assertThat(rewritten(later)).isEqualTo(later);
  }

  @Test
  void a_message_of_a_kind_not_known_is_seen_as_none_and_not_as_an_empty_set() throws Exception {
    var field = Field.newBuilder().addLengthDelimited(ByteString.EMPTY).build();
    byte[] later =
        UnknownFieldSet.newBuilder().addField(900, field).build().toByteString().toByteArray();

    assertThat(ServerMessage.parseFrom(later).getBodyCase())
        .isEqualTo(ServerMessage.BodyCase.BODY_NOT_SET);
  }

  private static byte[] heartbeatOf(Group group) {
    var heartbeat = Heartbeat.newBuilder().setGeneration(3).addGroups(group);
    return AdapterMessage.newBuilder().setHeartbeat(heartbeat).build().toByteArray();
  }

  /** Read and written again, as a relay of this version would. */
  private static byte[] rewritten(byte[] message) throws InvalidProtocolBufferException {
    AdapterMessage read = AdapterMessage.parseFrom(message);
    return read.toBuilder().setHeartbeat(read.getHeartbeat().toBuilder()).build().toByteArray();
  }

  private static Set<String> released() throws IOException {
    try (var in = requireNonNull(AdapterProtocolTest.class.getResourceAsStream(GOLDEN))) {
      return new TreeSet<>(Arrays.asList(new String(in.readAllBytes(), UTF_8).strip().split("\n")));
    }
  }
}
