-- A run, the jobs of its first stage and its first event in one round trip. No row when its idempotency key is known.
WITH run AS (
  INSERT INTO runs (tenant, kind, status, on_job_failure, plans, execs, spec, next_jobs, deadline_micros, deadline_at,
    idempotency_key, request_hash, created_at, updated_at)
  VALUES (:tenant, :kind, 'pending', :on_job_failure, :plans, :execs, :spec, :next_jobs, :deadline,
    ${now} + :deadline, :key, :hash, ${now}, ${now})
  ON CONFLICT (tenant, idempotency_key) DO NOTHING
  RETURNING id
), first_jobs AS (
  INSERT INTO jobs (run_id, tenant, stage, ordinal, type, payload_version, queue, status, max_attempts,
    timeout_seconds, priority, key, requires, not_before, payload, created_at)
  SELECT run.id, :tenant, :stage, ordinal, type, payload_version, queue, 'pending', max_attempts,
    timeout_seconds, priority, j.key, requires, ${now} + delay_micros, payload, ${now}
  FROM run CROSS JOIN json_to_recordset(:jobs::json) AS j (
    ordinal integer, type text, payload_version integer, queue text, max_attempts integer, timeout_seconds integer,
    priority integer, key text, requires text, delay_micros bigint, payload text)
  ORDER BY ordinal
), told AS (
  INSERT INTO run_events (run_id, at, kind, detail) SELECT id, ${now}, 'pending', :detail FROM run
)
SELECT id FROM run
