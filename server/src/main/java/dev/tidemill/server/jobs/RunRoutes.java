package dev.tidemill.server.jobs;

import static dev.tidemill.server.route.Role.OPERATOR;
import static dev.tidemill.server.route.Role.VIEWER;
import static dev.tidemill.server.route.Route.get;
import static dev.tidemill.server.route.Route.post;
import static dev.tidemill.server.route.Schema.listOf;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.SettledOutput;
import dev.tidemill.jobs.json.JobJson;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.OutputJson;
import dev.tidemill.jobs.json.RunJson;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Route;
import java.util.List;

/** Runs: what there is, what becomes of them, and what people may do to them. */
public final class RunRoutes {
  private final JobIntake intake;
  private final EventRoute events;

  public RunRoutes(JobIntake intake, TimeSource time) {
    this.intake = intake;
    this.events = new EventRoute(intake, time);
  }

  public List<Route> routes() {
    return List.of(
        get("/api/runs")
            .summary("Runs, newest first")
            .role(VIEWER)
            .parameter("status", "Only those in this state")
            .parameter("kind", "Only those of this kind")
            .parameter("limit", "At most so many, 1 to 1000; 100 if not given")
            .parameter("after", "The `next` of the page before")
            .answers(listOf(Shapes.RUN))
            .by(request -> list(new Asked(request))),
        get("/api/runs/{run}")
            .summary("One run")
            .role(VIEWER)
            .answers(Shapes.RUN)
            .by(request -> Answer.json(RunJson.write(require(intake, new Asked(request).run())))),
        post("/api/runs/{run}/cancel")
            .summary("Ask a run to stop")
            .role(OPERATOR)
            .answers(Shapes.RUN)
            .by(request -> Answer.json(RunJson.write(intake.cancel(new Asked(request).run())))),
        post("/api/runs/{run}/retry")
            .summary("Give the failed and cancelled jobs of a run another try")
            .role(OPERATOR)
            .answers(Shapes.RUN)
            .by(request -> Answer.json(RunJson.write(intake.retry(new Asked(request).run())))),
        post("/api/runs/{run}/again")
            .summary("Do everything once more, as a new run")
            .role(OPERATOR)
            .answers(Shapes.SUBMITTED)
            .by(request -> Answer.json(201, RunJson.write(intake.again(new Asked(request).run())))),
        get("/api/runs/{run}/jobs")
            .summary("The jobs of a run, in order of creation")
            .role(VIEWER)
            .parameter("status", "Only those in this state")
            .parameter("limit", "At most so many, 1 to 1000; 100 if not given")
            .parameter("after", "The `next` of the page before")
            .answers(listOf(Shapes.JOB))
            .by(request -> jobs(new Asked(request))),
        events.route(),
        get("/api/runs/{run}/outputs")
            .summary("The outputs that count, in order of their names")
            .role(VIEWER)
            .parameter("limit", "At most so many, 1 to 1000; 100 if not given")
            .parameter("after", "The `next` of the page before")
            .answers(listOf(Shapes.OUTPUT))
            .by(request -> outputs(new Asked(request))));
  }

  static RunView require(JobIntake intake, RunId run) {
    return intake
        .find(run)
        .orElseThrow(
            () ->
                Problem.of(CoreError.NOT_FOUND, "there is no " + run)
                    .next("GET /api/runs lists what there is")
                    .exception());
  }

  private Answer list(Asked asked) {
    var filter = new RunFilter(asked.word("status", RunStatus.class), asked.text("kind"));
    return Answer.json(
        Listing.page(
            intake.runs(filter, asked.pageOfRuns()),
            asked.limit(),
            RunJson::write,
            run -> run.id().toString()));
  }

  private Answer jobs(Asked asked) {
    require(intake, asked.run());
    var filter = new JobFilter(asked.run(), asked.word("status", JobStatus.class), null);
    return Answer.json(
        Listing.page(
            intake.jobs(filter, asked.pageOfJobs()),
            asked.limit(),
            JobJson::write,
            job -> job.id().toString()));
  }

  private Answer outputs(Asked asked) {
    require(intake, asked.run());
    String after = asked.text("after");
    List<SettledOutput> outputs =
        intake.outputs(asked.run(), after == null ? "" : after, asked.limit());
    return Answer.json(
        Listing.page(
            outputs, asked.limit(), OutputJson::write, settled -> settled.output().name()));
  }
}
