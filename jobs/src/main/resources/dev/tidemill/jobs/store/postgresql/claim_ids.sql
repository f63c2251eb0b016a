-- The status is hidden from the planner, and there is no way to a row but its id, see claim.
WITH picked AS MATERIALIZED (
  SELECT j.id
  FROM jobs j
  WHERE j.id = ANY (ARRAY(SELECT id::bigint FROM json_array_elements_text(:ids::json) AS i (id)))
    AND j.status || '' IN ('pending', 'parked')
    AND EXISTS (SELECT 1 FROM workers WHERE id = :worker AND status IN ('starting', 'active')
      AND drain_requested_at IS NULL)
  FOR NO KEY UPDATE OF j SKIP LOCKED
), claimed AS (
  UPDATE jobs j
  SET status = 'claimed', epoch = j.epoch + 1, claimed_by = :worker, claimed_at = ${now}
  WHERE j.id = ANY (ARRAY(SELECT id FROM picked))
  RETURNING j.id, j.run_id, j.stage, j.ordinal, j.type, j.payload_version, j.epoch, j.failures, j.max_attempts,
    j.timeout_seconds, j.payload, j.checkpoint, j.priority, j.not_before
)
SELECT r.status AS run_status, c.* FROM claimed c JOIN runs r ON r.id = c.run_id
