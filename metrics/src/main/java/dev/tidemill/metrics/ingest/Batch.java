package dev.tidemill.metrics.ingest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Requests that will be committed together. Guarded by its ingester's lock. */
final class Batch {
  final List<List<SampleList>> requests = new ArrayList<>();
  final CompletableFuture<@Nullable Void> committed = new CompletableFuture<>();
  final Duration begun;
  long weight;
  long samples;

  Batch(Duration begun) {
    this.begun = begun;
  }

  void add(List<SampleList> request, long itsWeight) {
    requests.add(request);
    weight += itsWeight;
    samples += request.stream().mapToLong(SampleList::size).sum();
  }
}
