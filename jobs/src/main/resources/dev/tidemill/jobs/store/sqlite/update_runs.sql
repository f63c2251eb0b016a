UPDATE runs
SET status = i.status, plans_done = i.plans_done, chunks = i.chunks, chunks_done = i.chunks_done,
  execs = i.execs, execs_done = i.execs_done, failed = i.failed, cancelled = i.cancelled,
  error = coalesce(runs.error, i.error), updated_at = ${now},
  started_at = CASE
    WHEN i.status IN ('staging', 'ready', 'executing', 'completed') THEN coalesce(started_at, ${now})
    ELSE started_at END,
  ended_at = CASE WHEN i.ended THEN coalesce(ended_at, ${now}) END
FROM (
  SELECT value ->> 'id' AS id, value ->> 'status' AS status, value ->> 'plans_done' AS plans_done,
    value ->> 'chunks' AS chunks, value ->> 'chunks_done' AS chunks_done, value ->> 'execs' AS execs,
    value ->> 'execs_done' AS execs_done, value ->> 'failed' AS failed, value ->> 'cancelled' AS cancelled,
    value ->> 'error' AS error, value ->> 'ended' AS ended
  FROM json_each(:runs)
) AS i
WHERE runs.id = i.id
