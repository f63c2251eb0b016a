-- Looks along the lanes without locks, then locks in the store's order what is still free. Jobs with a key are left to
-- other statements, which take turns for the key; strictly, so is everything behind the first of them.
-- The status is hidden where jobs are found by id: or else the planner, which takes the partial index of what waits for
-- nearly empty, walks it from end to end for each id. And a row is found by LATERAL or = ANY (ARRAY(…)), which leave no way
-- to it but its id: a join may be done by reading the whole table while that is small, and a plan is kept while it grows.
-- Runs are shown as begun on the way. The order of locks is runs before jobs, so a run is never waited for: one that is
-- locked is left to settlement and upkeep.
WITH full_keys AS MATERIALIZED (
  SELECT l.tenant, l.key FROM key_limits l
  WHERE l.most <= (SELECT count(*) FROM jobs c WHERE c.tenant = l.tenant AND c.key = l.key AND c.status = 'claimed')
  ORDER BY l.tenant, l.key
), lanes AS MATERIALIZED (
  SELECT * FROM json_to_recordset(:lanes::json) AS l (
    type text, version integer, priority integer, after_at bigint, after_id bigint)
), seen AS MATERIALIZED (
  SELECT c.id, c.priority, c.not_before, c.key
  FROM lanes l CROSS JOIN LATERAL (
    SELECT id, priority, not_before, key FROM jobs
    WHERE queue = :queue AND type = l.type AND payload_version = l.version AND priority = l.priority
      AND status IN ('pending', 'parked')
      AND (not_before, id) > (l.after_at, l.after_id) AND not_before <= ${now}
      AND (requires IS NULL OR requires::jsonb <@ :capabilities::jsonb)
      AND (key IS NULL OR NOT EXISTS (
        SELECT 1 FROM full_keys f WHERE f.tenant = jobs.tenant AND f.key = jobs.key))
    ORDER BY not_before, id
    LIMIT :look
  ) c
  ORDER BY c.priority, c.not_before, c.id
  LIMIT :look
), first_keyed AS MATERIALIZED (
  SELECT priority, not_before, id FROM seen WHERE key IS NOT NULL ORDER BY priority, not_before, id LIMIT 1
), picked AS MATERIALIZED (
  SELECT free.id
  FROM (
    SELECT s.id FROM seen s
    WHERE s.key IS NULL
      AND (NOT :strict OR NOT EXISTS (
        SELECT 1 FROM first_keyed f WHERE (f.priority, f.not_before, f.id) < (s.priority, s.not_before, s.id)))
      AND EXISTS (SELECT 1 FROM workers WHERE id = :worker AND status IN ('starting', 'active')
        AND drain_requested_at IS NULL)
    ORDER BY s.priority, s.not_before, s.id
  ) s CROSS JOIN LATERAL (
    SELECT j.id FROM jobs j
    WHERE j.id = s.id AND j.status || '' IN ('pending', 'parked')
    LIMIT 1
    FOR NO KEY UPDATE SKIP LOCKED
  ) free
  LIMIT :max
), claimed AS (
  UPDATE jobs j
  SET status = 'claimed', epoch = j.epoch + 1, claimed_by = :worker, claimed_at = ${now}
  WHERE j.id = ANY (ARRAY(SELECT id FROM picked))
  RETURNING j.id, j.run_id, j.stage, j.ordinal, j.type, j.payload_version, j.epoch, j.failures, j.max_attempts,
    j.timeout_seconds, j.payload, j.checkpoint, j.priority, j.not_before
), first_of_run AS MATERIALIZED (
  SELECT r.id, c.exec
  FROM (SELECT run_id, bool_or(stage = 'exec') AS exec FROM claimed GROUP BY run_id) c CROSS JOIN LATERAL (
    SELECT id FROM runs
    WHERE id = c.run_id AND (status = 'pending' OR (status = 'ready' AND c.exec))
    LIMIT 1
    FOR NO KEY UPDATE SKIP LOCKED
  ) r
), begun AS (
  UPDATE runs r
  SET status = CASE WHEN r.id = ANY (ARRAY(SELECT id FROM first_of_run WHERE exec)) THEN 'executing' ELSE 'staging' END,
    updated_at = ${now}, started_at = coalesce(r.started_at, ${now})
  WHERE r.id = ANY (ARRAY(SELECT id FROM first_of_run))
  RETURNING r.id, r.status
), told AS (
  INSERT INTO run_events (run_id, at, kind, detail) SELECT id, ${now}, status, '{}' FROM begun
)
SELECT looked.seen, looked.keyed, c.*
FROM (SELECT count(*) AS seen, count(key) AS keyed FROM seen) looked LEFT JOIN claimed c ON true
