package dev.tidemill.jobs.worker;

import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.ChildJob;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.JobSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The kinds of jobs this program can run. */
public final class Handlers {
  private final Map<JobType, JobHandler<?>> byType = new LinkedHashMap<>();
  private UnaryOperator<JobSpec> settings = spec -> spec;

  private Handlers() {}

  public static Handlers of(Collection<? extends JobHandler<?>> handlers) {
    var all = new Handlers();
    for (JobHandler<?> handler : handlers) {
      JobHandler<?> other = all.byType.putIfAbsent(handler.type(), handler);
      if (other != null) {
        throw Problem.of(
                CoreError.INVALID_CONFIG,
                "two handlers run jobs of type %s: %s and %s"
                    .formatted(
                        handler.type(), other.getClass().getName(), handler.getClass().getName()))
            .next("remove one of the plugins from the class path")
            .exception();
      }
    }
    return all;
  }

  /** Those of this program together with the plugins on the class path. */
  public static Handlers load(Collection<? extends JobHandler<?>> own) {
    var all = new ArrayList<JobHandler<?>>(own);
    for (JobHandler<?> plugin : ServiceLoader.load(JobHandler.class)) {
      all.add(plugin);
    }
    return of(all);
  }

  /** Only the named types, for a worker that is to run nothing else. */
  public Handlers only(Collection<String> names) {
    if (names.isEmpty()) {
      return this;
    }
    var known = new HashSet<String>();
    byType.keySet().forEach(type -> known.add(type.name()));
    for (String name : names) {
      if (!known.contains(name)) {
        Problem problem =
            Problem.of(CoreError.INVALID_INPUT, "this program has no jobs of type '" + name + "'")
                .field("types");
        throw problem
            .next(
                NameSuggestion.closest(name, known)
                    .map(near -> "did you mean '" + near + "'?")
                    .orElse("it has " + String.join(", ", known.stream().sorted().toList())))
            .exception();
      }
    }
    var chosen = new Handlers();
    chosen.settings = settings;
    byType.forEach(
        (type, handler) -> {
          if (names.contains(type.name())) {
            chosen.byType.put(type, handler);
          }
        });
    return chosen;
  }

  /**
   * @param change what the installation's settings make of a job before it is submitted
   */
  public Handlers settings(UnaryOperator<JobSpec> change) {
    settings = change;
    return this;
  }

  public Map<Queue, Set<JobType>> types() {
    Map<Queue, Set<JobType>> types = new EnumMap<>(Queue.class);
    byType
        .values()
        .forEach(
            handler ->
                types.computeIfAbsent(handler.queue(), q -> new HashSet<>()).add(handler.type()));
    return types;
  }

  public List<JobType> all() {
    return List.copyOf(byType.keySet());
  }

  public Optional<JobHandler<?>> find(JobType type) {
    return Optional.ofNullable(byType.get(type));
  }

  /** A job of a type, as its handler wants it run. A type that is not known here gets defaults. */
  public JobSpec spec(JobType type, String payload) {
    JobHandler<?> handler = byType.get(type);
    JobSpec spec = JobSpec.of(type, payload);
    return settings.apply(
        handler == null ? spec : spec.queue(handler.queue()).limits(handler.limits()));
  }

  /** Children are chunks of staging, unless their handler says otherwise. */
  public JobSpec child(ChildJob child) {
    return byType.containsKey(child.type())
        ? spec(child.type(), child.payload())
        : settings.apply(
            JobSpec.of(child.type(), child.payload()).queue(Queue.STAGE).limits(JobLimits.DEFAULT));
  }
}
