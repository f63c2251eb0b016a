-- The durable path. Times are microseconds since 1970 by the database's clock.
-- Lock order, everywhere: runs in id order, then jobs, then workers (SQLite: one writer at a time).
-- A name in braces behind a dollar sign is filled in for each database; see Dialect.

CREATE TABLE runs (
  id              ${identity},
  tenant          text   NOT NULL DEFAULT 'default',
  kind            text   NOT NULL,
  status          text   NOT NULL,
  on_job_failure  text   NOT NULL,
  -- Plans and chunks are counted apart: a chunk total is only final when every plan is done.
  plans           integer NOT NULL DEFAULT 0,
  plans_done      integer NOT NULL DEFAULT 0,
  chunks          integer NOT NULL DEFAULT 0,
  chunks_done     integer NOT NULL DEFAULT 0,
  execs           integer NOT NULL DEFAULT 0,
  execs_done      integer NOT NULL DEFAULT 0,
  failed          integer NOT NULL DEFAULT 0,
  cancelled       integer NOT NULL DEFAULT 0,
  spec            text   NOT NULL,
  next_jobs       text,
  error           text,
  deadline_micros bigint,
  deadline_at     bigint,
  idempotency_key text,
  request_hash    text,
  created_at      bigint NOT NULL,
  updated_at      bigint NOT NULL,
  started_at      bigint,
  ended_at        bigint,
  UNIQUE (tenant, idempotency_key)
) ${half_full};

CREATE INDEX runs_open ON runs (deadline_at, id) WHERE ended_at IS NULL;
CREATE INDEX runs_ended ON runs (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE jobs (
  id                  ${identity},
  run_id              bigint  NOT NULL REFERENCES runs (id),
  tenant              text    NOT NULL,
  stage               text    NOT NULL,
  ordinal             integer NOT NULL,
  type                text    NOT NULL,
  payload_version     integer NOT NULL,
  queue               text    NOT NULL,
  status              text    NOT NULL,
  -- Grows with every claim and is never reset: the fencing token.
  epoch               bigint  NOT NULL DEFAULT 0,
  -- The retry budget. Handing back, draining and an absent store do not spend it.
  failures            integer NOT NULL DEFAULT 0,
  max_attempts        integer NOT NULL,
  timeout_seconds     integer NOT NULL,
  priority            integer NOT NULL,
  key                 text,
  requires            text,
  not_before          bigint  NOT NULL,
  claimed_by          bigint,
  claimed_at          bigint,
  cancel_requested_at bigint,
  checkpoint          text,
  payload             text    NOT NULL,
  result              text,
  error               text,
  created_at          bigint  NOT NULL,
  ended_at            bigint,
  UNIQUE (run_id, stage, ordinal)
) ${mostly_full};

-- What may be claimed, in the store's order. Finished rows are not in it, so claims stay quick.
CREATE INDEX jobs_waiting ON jobs (queue, priority, not_before, id) WHERE status IN ('pending', 'parked');
CREATE INDEX jobs_claimed ON jobs (claimed_by) WHERE status = 'claimed';

-- One row for each execution that ended; append-only. It also answers "did I settle this already?".
CREATE TABLE attempts (
  job_id     bigint NOT NULL,
  epoch      bigint NOT NULL,
  run_id     bigint NOT NULL,
  worker_id  bigint NOT NULL,
  claimed_at bigint NOT NULL,
  ended_at   bigint NOT NULL,
  outcome    text   NOT NULL,
  error      text,
  PRIMARY KEY (job_id, epoch)
);

-- The manifest: objects that count. An object not named here is never read.
CREATE TABLE outputs (
  run_id   bigint NOT NULL,
  name     text   NOT NULL,
  job_id   bigint NOT NULL,
  epoch    bigint NOT NULL,
  object   text   NOT NULL,
  bytes    bigint NOT NULL,
  row_count bigint NOT NULL,
  checksum text   NOT NULL,
  PRIMARY KEY (run_id, name)
);

-- Append-only; written under the run's lock, so ids of one run grow in the order of its commits.
CREATE TABLE run_events (
  id     ${identity},
  run_id bigint NOT NULL,
  job_id bigint,
  at     bigint NOT NULL,
  kind   text   NOT NULL,
  detail text   NOT NULL
);

CREATE INDEX run_events_by_run ON run_events (run_id, id);

-- One row for each incarnation of a worker process; a heartbeat touches this row and no other.
CREATE TABLE workers (
  id                 ${identity},
  -- Chosen by the process, so that it finds its row again when the answer to its registration was lost.
  incarnation        text    NOT NULL UNIQUE,
  name               text    NOT NULL,
  group_name         text,
  status             text    NOT NULL,
  host               text    NOT NULL,
  pid                bigint  NOT NULL,
  build              text    NOT NULL,
  slots              integer NOT NULL,
  capabilities       text    NOT NULL,
  types              text    NOT NULL,
  lease_micros       bigint  NOT NULL,
  started_at         bigint  NOT NULL,
  last_seen_at       bigint  NOT NULL,
  drain_requested_at bigint,
  doing              text    NOT NULL DEFAULT '[]',
  ended_at           bigint
) ${half_full};

CREATE UNIQUE INDEX workers_live_name ON workers (name)
  WHERE status IN ('starting', 'active', 'draining', 'drained');
