package dev.tidemill.core.service;

import dev.tidemill.core.service.ServiceState.Event;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The life of a service without its work: subclasses say how to open and close, in that order,
 * never both at once. Starts and stops from several threads queue up behind each other.
 */
public abstract class BaseService implements Service {
  private final String name;
  private final ReentrantLock turn = new ReentrantLock();
  private volatile ServiceState state = ServiceState.LATENT;

  protected BaseService(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final ServiceState state() {
    return state;
  }

  @Override
  public final void start() {
    turn.lock();
    try {
      if (state == ServiceState.RUNNING) {
        return;
      }
      move(Event.START);
      boolean opened = false;
      try {
        open();
        opened = true;
      } finally {
        move(opened ? Event.STARTED : Event.START_FAILED);
      }
    } finally {
      turn.unlock();
    }
  }

  @Override
  public final void stop() {
    turn.lock();
    try {
      if (state != ServiceState.RUNNING) {
        return;
      }
      move(Event.STOP);
      try {
        close();
      } finally {
        move(Event.ENDED);
      }
    } finally {
      turn.unlock();
    }
  }

  /** Takes what the work needs and sets it going. On failure it must leave nothing behind. */
  protected abstract void open();

  /** Ends the work and gives everything back; called once for each {@link #open()}. */
  protected abstract void close();

  /** Seen by tests that prove every transition is exercised. */
  protected void moved(ServiceState from, Event event) {}

  private void move(Event event) {
    ServiceState from = state;
    state = ServiceState.TABLE.require(from, event);
    moved(from, event);
  }
}
