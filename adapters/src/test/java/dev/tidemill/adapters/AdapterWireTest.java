package dev.tidemill.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.Problem;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.wire.adapter.v1.DesiredGroup;
import dev.tidemill.wire.adapter.v1.Echo;
import dev.tidemill.wire.adapter.v1.ErrorCode;
import dev.tidemill.wire.adapter.v1.Heartbeat;
import dev.tidemill.wire.adapter.v1.Wish;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S3")
class AdapterWireTest {
  private static final GroupId A = new GroupId("a");
  private static final GroupId B = new GroupId("b");
  private static final CapabilitySet LINUX = CapabilitySet.of("linux");

  @Test
  void an_echo_is_read_with_its_generation_and_every_wish() {
    Echo echo =
        Echo.newBuilder()
            .setGeneration(7)
            .addGroups(wish("a", Wish.WISH_RUN_VALUE).addCapabilities("linux"))
            .addGroups(wish("b", Wish.WISH_DRAIN_VALUE))
            .addGroups(wish("c", Wish.WISH_GONE_VALUE))
            .build();

    DesiredSet desired = AdapterWire.desired(echo);

    assertThat(desired.generation()).isEqualTo(7);
    assertThat(desired.groups())
        .extracting(DesiredSet.Group::wish)
        .containsExactly(DesiredSet.Wish.RUN, DesiredSet.Wish.DRAIN, DesiredSet.Wish.GONE);
    assertThat(desired.groups().getFirst().capabilities()).isEqualTo(LINUX);
  }

  @Test
  void a_wish_of_a_later_version_leaves_the_group_alone() {
    Echo echo = Echo.newBuilder().addGroups(wish("a", 77)).addGroups(wish("b", 0)).build();

    assertThat(AdapterWire.desired(echo).groups())
        .extracting(DesiredSet.Group::wish)
        .containsOnly(DesiredSet.Wish.KEEP);
  }

  @Test
  void a_heartbeat_tells_the_real_set_and_why_wishes_were_refused() {
    var failure = Problem.of(AdapterError.START_FAILED, "no memory");
    var real =
        List.of(new ObservedGroup(A, LINUX, GroupState.FAILED, List.of(), Instant.EPOCH, failure));
    var refused = List.of(new GroupPlan.Refusal(B, AdapterError.GROUP_LIMIT, "b is too many"));

    Heartbeat heartbeat = AdapterWire.heartbeat(7, real, refused);

    assertThat(heartbeat.getGeneration()).isEqualTo(7);
    assertThat(heartbeat.getGroupsList())
        .extracting(g -> g.getId() + " " + g.getState() + " " + g.getError().getCode())
        .containsExactly(
            "a GROUP_STATE_FAILED " + ErrorCode.ERROR_CODE_START_FAILED,
            "b GROUP_STATE_FAILED " + ErrorCode.ERROR_CODE_GROUP_LIMIT);
  }

  @Test
  void every_state_has_its_word_on_the_wire() {
    for (GroupState state : GroupState.values()) {
      var real = List.of(new ObservedGroup(A, LINUX, state, List.of("w1"), Instant.EPOCH, null));
      var group = AdapterWire.heartbeat(1, real, List.of()).getGroups(0);

      assertThat(group.getState().name()).isEqualTo("GROUP_STATE_" + state);
      assertThat(group.getWorkerIdsList()).containsExactly("w1");
      assertThat(group.hasError()).isFalse();
    }
  }

  private static DesiredGroup.Builder wish(String id, int value) {
    return DesiredGroup.newBuilder().setId(id).setWishValue(value);
  }
}
