package dev.tidemill.server.jobs;

import dev.tidemill.server.route.Schema;

/** The schemas of what is told and taken; a test holds them against the real thing. */
final class Shapes {
  static final String RUN =
      Schema.object(
          "id string",
          "tenant string",
          "kind string",
          "status string",
          "on_job_failure string",
          "tally object",
          "spec any",
          "error object?",
          "created_at string",
          "started_at string?",
          "ended_at string?");
  static final String JOB =
      Schema.object(
          "id string",
          "run_id string",
          "stage string",
          "ordinal integer",
          "type string",
          "version integer",
          "queue string",
          "status string",
          "epoch integer",
          "failures integer",
          "max_attempts integer",
          "timeout_seconds number",
          "priority integer",
          "key string?",
          "requires array",
          "cancel_requested boolean",
          "created_at string",
          "not_before string",
          "claimed_at string?",
          "ended_at string?",
          "worker string?",
          "checkpoint any",
          "payload any",
          "result any",
          "error object?");
  static final String EVENT =
      Schema.object(
          "id integer",
          "run_id string",
          "job_id string?",
          "at string",
          "kind string",
          "detail any");
  static final String ATTEMPT =
      Schema.object(
          "job_id string",
          "epoch integer",
          "worker string",
          "claimed_at string",
          "ended_at string",
          "outcome string",
          "error object?");
  static final String LINE =
      Schema.object("id integer", "epoch integer", "at string", "line string");
  static final String OUTPUT =
      Schema.object(
          "name string",
          "object string",
          "bytes integer",
          "rows integer",
          "checksum string",
          "job_id string",
          "epoch integer");
  static final String WORKER =
      Schema.object(
          "id integer",
          "name string",
          "group string?",
          "status string",
          "drain_requested boolean",
          "host string",
          "pid integer",
          "build string",
          "slots integer",
          "held integer",
          "capabilities array",
          "types array",
          "lease_seconds number",
          "started_at string",
          "silent_seconds number",
          "doing any");
  static final String WAITING =
      Schema.object(
          "queue string",
          "type string",
          "version integer",
          "requires array",
          "jobs integer",
          "oldest_seconds number",
          "known boolean");
  static final String SUBMITTED = Schema.object("run_id string", "existed boolean");
  static final String SUBMISSION =
      Schema.object(
          "type string",
          "version integer",
          "payload any",
          "count integer",
          "jobs array",
          "plans array",
          "queue string",
          "priority integer",
          "key string?",
          "requires array",
          "delay_seconds number",
          "timeout_seconds number",
          "max_attempts integer",
          "on_job_failure string",
          "deadline_seconds number",
          "limits object",
          "kind string",
          "spec any",
          "idempotency_key string?");

  private Shapes() {}
}
