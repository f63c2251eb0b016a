package dev.tidemill.server.worker;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.json.ClaimJson;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.HeartbeatJson;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.LeaseJson;
import dev.tidemill.jobs.json.SettlementJson;
import dev.tidemill.jobs.json.StagingJson;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Role;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.RouteDraft;
import dev.tidemill.server.route.RouteHandler;
import dev.tidemill.server.route.Schema;
import java.util.List;
import java.util.function.Function;

/** {@link JobLeases}, one route per call. */
public final class WorkerRoutes {
  /** A plan may settle with many thousands of children. */
  private static final DataSize LARGEST_SETTLEMENT = DataSize.ofMebibytes(64);

  private static final String NOTHING = Schema.object();

  private final JobLeases leases;

  public WorkerRoutes(JobLeases leases) {
    this.leases = leases;
  }

  public List<Route> routes() {
    return List.of(
        route("register", "Open the lease of a worker process")
            .takes(
                Schema.object(
                    "protocol! integer",
                    "incarnation! string",
                    "name! string",
                    "group string?",
                    "host! string",
                    "pid! integer",
                    "build! string",
                    "slots! integer",
                    "capabilities array",
                    "types array",
                    "lease_seconds number"))
            .answers(Schema.object("id integer", "name string", "lease_seconds number"))
            .by(body(this::register)),
        route("claim", "Take jobs")
            .takes(
                Schema.object(
                    "lease! object",
                    "queue! string",
                    "max! integer",
                    "types! array",
                    "capabilities array"))
            .answers(Schema.object("jobs array"))
            .by(body(this::claim)),
        route("heartbeat", "Extend the lease and hear what is lost or should stop")
            .takes(
                Schema.object(
                    "lease! object",
                    "status! string",
                    "held array",
                    "looking array",
                    "doing_text string"))
            .answers(
                Schema.object(
                    "lease_lost boolean",
                    "drain boolean",
                    "lost array",
                    "cancel array",
                    "stray array",
                    "due array",
                    "upkeep_due boolean"))
            .by(body(this::heartbeat)),
        route("settle", "End executions")
            .body(LARGEST_SETTLEMENT)
            .takes(Schema.object("lease! object", "settlements! array"))
            .answers(Schema.object("answers array"))
            .by(body(this::settle)),
        route("log", "Keep lines of executions")
            .takes(Schema.object("lease! object", "logs! array"))
            .answers(NOTHING)
            .by(body(this::log)),
        route("staging", "How far a run's staging is, and what it came to")
            .takes(Schema.object("run! string"))
            .answers(Schema.object("over boolean", "jobs array"))
            .by(body(this::staging)),
        route("stop", "End the lease")
            .takes(Schema.object("lease! object"))
            .answers(NOTHING)
            .by(body(this::stop)));
  }

  private static RouteDraft route(String call, String summary) {
    return Route.post("/api/internal/worker/" + call).summary(summary).role(Role.WORKER);
  }

  private static RouteHandler body(Function<Fields, ObjectNode> call) {
    return request -> Answer.json(call.apply(request.json()));
  }

  private ObjectNode register(Fields hello) {
    int protocol = LeaseJson.protocol(hello);
    if (protocol != LeaseJson.PROTOCOL) {
      throw Problem.of(
              ServerError.PROTOCOL_UNKNOWN,
              "the worker speaks protocol %d, this server %d"
                  .formatted(protocol, LeaseJson.PROTOCOL))
          .field("protocol")
          .next("run workers and servers of the same release")
          .exception();
    }
    return LeaseJson.write(leases.register(LeaseJson.readHello(hello)));
  }

  private ObjectNode claim(Fields call) {
    ObjectNode answer = Json.object();
    ArrayNode jobs = answer.putArray("jobs");
    leases
        .claim(lease(call), ClaimJson.readRequest(call))
        .forEach(job -> jobs.add(ClaimJson.write(job)));
    return answer;
  }

  private ObjectNode heartbeat(Fields call) {
    return HeartbeatJson.write(leases.heartbeat(lease(call), HeartbeatJson.read(call)));
  }

  private ObjectNode settle(Fields call) {
    List<SettleAnswer> settled =
        leases.settle(
            lease(call), call.objects("settlements").stream().map(SettlementJson::read).toList());
    ObjectNode answer = Json.object();
    ArrayNode answers = answer.putArray("answers");
    settled.forEach(each -> answers.add(Words.of(each)));
    return answer;
  }

  private ObjectNode log(Fields call) {
    leases.log(lease(call), call.objects("logs").stream().map(HeartbeatJson::readLines).toList());
    return Json.object();
  }

  private ObjectNode staging(Fields call) {
    return StagingJson.write(leases.staging(call.make("run", () -> RunId.parse(call.text("run")))));
  }

  private ObjectNode stop(Fields call) {
    leases.stop(lease(call));
    return Json.object();
  }

  private static WorkerLease lease(Fields call) {
    return LeaseJson.readLease(call.object("lease"));
  }
}
