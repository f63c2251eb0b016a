package dev.tidemill.scale;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * For those who look at scaling, from wherever: what the API tells, as it tells it. Thread-safe.
 * What cannot be read is an exception.
 */
public interface Scaling {

  /** All signals, flat: for those who scale something else by them. */
  ObjectNode signals();

  /** Policy, leader, adapters with their groups, and every signal with its age. */
  ObjectNode status();

  /**
   * Decisions, newest first, each in a sentence.
   *
   * @param before only those older than this one; 0 for all
   */
  List<ObjectNode> history(long before, int limit);

  /** A decision with all it was made from, and in words. */
  Optional<ObjectNode> find(long id);

  /** What a policy would have made of what came lately, beside the one that is set. */
  ObjectNode simulate(PolicyName policy, Duration last);

  /** Where adapters find the controller; nobody, when none leads. */
  Optional<ControlAddress> control();

  /**
   * @param leader who leads, for people
   * @param grpc host and port
   */
  record ControlAddress(String leader, String grpc, long term) {
    private static final String MARK = "@";

    /** As the name of a lease's holder, so that whoever knows the leader can reach it. */
    public static String holder(String name, String grpc) {
      return name + MARK + grpc;
    }

    public static Optional<ControlAddress> of(String holder, long term) {
      int at = holder.lastIndexOf(MARK);
      return at < 0
          ? Optional.empty()
          : Optional.of(
              new ControlAddress(holder.substring(0, at), holder.substring(at + 1), term));
    }
  }
}
