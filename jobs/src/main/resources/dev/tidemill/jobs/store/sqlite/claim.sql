UPDATE jobs
SET status = 'claimed', epoch = epoch + 1, claimed_by = :worker, claimed_at = ${now}
WHERE id IN (
  SELECT id FROM jobs
  WHERE queue = :queue
    AND status IN ('pending', 'parked')
    AND not_before <= ${now}
    AND type || ':' || payload_version IN (SELECT value FROM json_each(:types))
    AND (requires IS NULL OR NOT EXISTS (
      SELECT 1 FROM json_each(requires) AS r WHERE r.value NOT IN (SELECT value FROM json_each(:capabilities))))
    AND EXISTS (SELECT 1 FROM workers WHERE id = :worker AND status IN ('starting', 'active')
      AND drain_requested_at IS NULL)
  ORDER BY priority, not_before, id
  LIMIT :max
)
RETURNING id, run_id, stage, ordinal, type, payload_version, epoch, failures, max_attempts,
  timeout_seconds, payload, checkpoint, priority, not_before
