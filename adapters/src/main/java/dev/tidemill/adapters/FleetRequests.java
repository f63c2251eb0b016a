package dev.tidemill.adapters;

import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.WorkerView;
import dev.tidemill.scale.GroupId;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link DrainRequests} through a server. While it does not answer nothing new is known and no
 * drain is asked for; the next look asks again.
 */
public final class FleetRequests implements DrainRequests {
  private static final Logger log = LoggerFactory.getLogger(FleetRequests.class);

  private final Groups groups;

  /** The workers of a group, as the server knows them. */
  public interface Groups {
    List<WorkerView> workers(String group);

    List<WorkerView> drain(String group);

    List<WorkerView> undrain(String group);
  }

  public FleetRequests(Groups groups) {
    this.groups = groups;
  }

  @Override
  public void drain(GroupId group) {
    ask(group, groups::drain);
  }

  /** Here silence is told: a group that is thought to stay must have been asked to. */
  @Override
  public void undrain(GroupId group) {
    groups.undrain(group.value());
  }

  @Override
  public Set<String> ready(GroupId group) {
    var names = new HashSet<String>();
    ask(group, groups::workers).forEach(worker -> names.add(worker.name()));
    return names;
  }

  @Override
  public OptionalLong process(GroupId group, String worker) {
    return ask(group, groups::workers).stream()
        .filter(one -> one.name().equals(worker))
        .mapToLong(WorkerView::pid)
        .findFirst();
  }

  private static List<WorkerView> ask(GroupId group, Function<String, List<WorkerView>> call) {
    try {
      return call.apply(group.value());
    } catch (TidemillException e) {
      if (e.code().type() != ErrorType.EXTERNAL) {
        throw e;
      }
      log.debug("{}: {}", group, e.getMessage());
      return List.of();
    }
  }
}
