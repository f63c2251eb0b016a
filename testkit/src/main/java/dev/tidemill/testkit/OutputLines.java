package dev.tidemill.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The last lines that a child wrote to stdout and stderr; older ones are let go. Thread-safe. */
final class OutputLines {
  enum Stream {
    OUT,
    ERR
  }

  private record Line(Stream stream, String text) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final @Nullable Line[] ring;
  private long written;
  private int openStreams = Stream.values().length;

  OutputLines(int capacity) {
    ring = new Line[capacity];
  }

  void add(Stream stream, String text) {
    lock.lock();
    try {
      ring[(int) (written++ % ring.length)] = new Line(stream, text);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void streamEnded() {
    lock.lock();
    try {
      openStreams--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Null when no line matched before the time was up or the child closed its output. */
  @Nullable MatchResult await(Pattern pattern, Duration limit) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long nanos = limit.toNanos();
      long next = 0;
      while (true) {
        for (next = Math.max(next, oldest()); next < written; next++) {
          Matcher matcher = pattern.matcher(line(next).text);
          if (matcher.find()) {
            return matcher.toMatchResult();
          }
        }
        if (openStreams == 0 || nanos <= 0) {
          return null;
        }
        nanos = changed.awaitNanos(nanos);
      }
    } finally {
      lock.unlock();
    }
  }

  void awaitEnd(Duration limit) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long nanos = limit.toNanos();
      while (openStreams > 0 && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The lines kept of one stream, or of both in the order they were read. */
  List<String> kept(@Nullable Stream stream) {
    lock.lock();
    try {
      List<String> kept = new ArrayList<>();
      for (long i = oldest(); i < written; i++) {
        Line line = line(i);
        if (stream == null || line.stream == stream) {
          kept.add(line.text);
        }
      }
      return kept;
    } finally {
      lock.unlock();
    }
  }

  private long oldest() {
    return Math.max(0, written - ring.length);
  }

  private Line line(long number) {
    @Nullable Line line = ring[(int) (number % ring.length)];
    if (line == null) {
      throw new IllegalStateException("line " + number + " was never written");
    }
    return line;
  }
}
