-- Claims look lane by lane, a lane being one queue, type, version and priority: jobs that a worker does not know,
-- or that are not due yet, are never walked over, and a claim can begin where the last one ended.
CREATE INDEX jobs_lanes ON jobs (queue, type, payload_version, priority, not_before, id)
  WHERE status IN ('pending', 'parked');
DROP INDEX jobs_waiting;

-- How many jobs of a key may run at once. Also what claims of the key wait in line for.
CREATE TABLE key_limits (
  tenant text    NOT NULL,
  key    text    NOT NULL,
  most   integer NOT NULL,
  PRIMARY KEY (tenant, key)
);

CREATE INDEX jobs_running_key ON jobs (tenant, key) WHERE status = 'claimed' AND key IS NOT NULL;

-- Lines that jobs leave; append-only.
CREATE TABLE job_log (
  id     ${identity},
  job_id bigint NOT NULL,
  epoch  bigint NOT NULL,
  at     bigint NOT NULL,
  line   text   NOT NULL
);

CREATE INDEX job_log_by_job ON job_log (job_id, id);

-- When the leftovers of an ended run were removed from the object store.
ALTER TABLE runs ADD COLUMN swept_at bigint;
