package dev.tidemill.server.jobs;

import static dev.tidemill.server.route.Role.OPERATOR;
import static dev.tidemill.server.route.Role.VIEWER;
import static dev.tidemill.server.route.Route.get;
import static dev.tidemill.server.route.Route.post;
import static dev.tidemill.server.route.Schema.listOf;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.LogLine;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.json.JobJson;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.RunJson;
import dev.tidemill.jobs.json.SubmissionJson;
import dev.tidemill.jobs.json.TraceJson;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Route;
import java.time.Duration;
import java.util.List;

/** Jobs: submitting them, looking at them, trying one again. */
public final class JobRoutes {
  private static final DataSize LARGEST_SUBMISSION = DataSize.ofMebibytes(32);
  private static final Duration LONGEST_SUBMISSION = Duration.ofMinutes(2);

  private final JobIntake intake;

  public JobRoutes(JobIntake intake) {
    this.intake = intake;
  }

  public List<Route> routes() {
    return List.of(
        post("/api/jobs")
            .summary("Submit jobs as a run: one, `count` of the same, or a list of `jobs`")
            .role(OPERATOR)
            .body(LARGEST_SUBMISSION)
            .time(LONGEST_SUBMISSION)
            .takes(Shapes.SUBMISSION)
            .answers(Shapes.SUBMITTED)
            .by(request -> submit(new Asked(request))),
        get("/api/jobs")
            .summary("Jobs, in order of creation")
            .role(VIEWER)
            .parameter("run", "Only those of this run")
            .parameter("status", "Only those in this state")
            .parameter("type", "Only those of this type")
            .parameter("limit", "At most so many, 1 to 1000; 100 if not given")
            .parameter("after", "The `next` of the page before")
            .answers(listOf(Shapes.JOB))
            .by(request -> list(new Asked(request))),
        get("/api/jobs/{job}")
            .summary("One job, with its payload")
            .role(VIEWER)
            .answers(Shapes.JOB)
            .by(request -> Answer.json(JobJson.write(require(new Asked(request).job())))),
        get("/api/jobs/{job}/attempts")
            .summary("How a job's executions ended, oldest first")
            .role(VIEWER)
            .answers(listOf(Shapes.ATTEMPT))
            .by(
                request -> {
                  JobId job = require(new Asked(request).job()).id();
                  return Answer.json(Listing.whole(intake.attempts(job), TraceJson::write));
                }),
        get("/api/jobs/{job}/log")
            .summary("What a job's code said, oldest first")
            .role(VIEWER)
            .parameter("limit", "At most so many, 1 to 1000; 100 if not given")
            .parameter("after", "The `next` of the page before, or the id of the last line seen")
            .answers(listOf(Shapes.LINE))
            .by(request -> log(new Asked(request))),
        post("/api/jobs/{job}/retry")
            .summary("Give one failed or cancelled job another try")
            .role(OPERATOR)
            .answers(Shapes.JOB)
            .by(request -> Answer.json(JobJson.write(intake.retry(new Asked(request).job())))));
  }

  private Answer submit(Asked asked) {
    Submitted submitted =
        intake.submit(
            SubmissionJson.read(
                asked.request().json(),
                asked.request().caller().tenant(),
                asked.request().header("idempotency-key").orElse(null)));
    return Answer.json(submitted.existed() ? 200 : 201, RunJson.write(submitted));
  }

  private Answer list(Asked asked) {
    String run = asked.text("run");
    var filter =
        new JobFilter(
            run == null ? null : RunId.parse(run),
            asked.word("status", JobStatus.class),
            asked.text("type"));
    return Answer.json(
        Listing.page(
            intake.jobs(filter, asked.pageOfJobs()),
            asked.limit(),
            JobJson::write,
            job -> job.id().toString()));
  }

  private Answer log(Asked asked) {
    JobId job = require(asked.job()).id();
    List<LogLine> lines =
        intake.log(job, asked.number("after", 0, Long.MAX_VALUE, 0), asked.limit());
    return Answer.json(
        Listing.page(lines, asked.limit(), TraceJson::write, line -> String.valueOf(line.id())));
  }

  private JobView require(JobId job) {
    return intake
        .find(job)
        .orElseThrow(
            () ->
                Problem.of(CoreError.NOT_FOUND, "there is no " + job)
                    .next("GET /api/jobs lists what there is")
                    .exception());
  }
}
