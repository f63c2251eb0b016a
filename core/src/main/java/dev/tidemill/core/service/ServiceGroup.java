package dev.tidemill.core.service;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several services as one: started in order, stopped in reverse. */
public final class ServiceGroup extends BaseService {
  private final List<Service> members;

  public ServiceGroup(String name, List<? extends Service> members) {
    super(name);
    this.members = List.copyOf(members);
  }

  @Override
  protected void open() {
    var started = new ArrayList<Service>();
    for (Service member : members) {
      try {
        member.start();
      } catch (RuntimeException | Error e) {
        Throwable downward = stopAll(started);
        if (downward != null) {
          e.addSuppressed(downward);
        }
        throw e;
      }
      started.add(member);
    }
  }

  @Override
  protected void close() {
    RuntimeException failure = stopAll(members);
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable RuntimeException stopAll(List<Service> services) {
    RuntimeException first = null;
    for (Service service : services.reversed()) {
      try {
        service.stop();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    return first;
  }
}
