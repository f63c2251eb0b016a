WITH picked AS MATERIALIZED (
  SELECT id FROM jobs
  WHERE queue = :queue
    AND status IN ('pending', 'parked')
    AND not_before <= ${now}
    AND type || ':' || payload_version = ANY (ARRAY(SELECT json_array_elements_text(:types::json)))
    AND (requires IS NULL OR requires::jsonb <@ :capabilities::jsonb)
    AND EXISTS (SELECT 1 FROM workers WHERE id = :worker AND status IN ('starting', 'active')
      AND drain_requested_at IS NULL)
  ORDER BY priority, not_before, id
  LIMIT :max
  FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE jobs j
SET status = 'claimed', epoch = j.epoch + 1, claimed_by = :worker, claimed_at = ${now}
FROM picked
WHERE j.id = picked.id
RETURNING j.id, j.run_id, j.stage, j.ordinal, j.type, j.payload_version, j.epoch, j.failures, j.max_attempts,
  j.timeout_seconds, j.payload, j.checkpoint, j.priority, j.not_before
