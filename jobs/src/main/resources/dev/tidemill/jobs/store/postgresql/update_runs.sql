-- Runs are to be found by id, hence ANY, see claim.
WITH input AS (
  SELECT * FROM json_to_recordset(:runs::json) AS j (
    id bigint, status text, plans_done integer, chunks integer, chunks_done integer, execs integer,
    execs_done integer, failed integer, cancelled integer, error text, ended boolean)
)
UPDATE runs r
SET status = i.status, plans_done = i.plans_done, chunks = i.chunks, chunks_done = i.chunks_done,
  execs = i.execs, execs_done = i.execs_done, failed = i.failed, cancelled = i.cancelled,
  error = coalesce(r.error, i.error), updated_at = ${now},
  started_at = CASE
    WHEN i.status IN ('staging', 'ready', 'executing', 'completed') THEN coalesce(r.started_at, ${now})
    ELSE r.started_at END,
  ended_at = CASE WHEN i.ended THEN coalesce(r.ended_at, ${now}) END
FROM input i
WHERE r.id = ANY (ARRAY(SELECT id FROM input)) AND r.id = i.id
