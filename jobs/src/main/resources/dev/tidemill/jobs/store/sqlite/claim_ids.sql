UPDATE jobs
SET status = 'claimed', epoch = epoch + 1, claimed_by = :worker, claimed_at = ${now}
WHERE id IN (SELECT value FROM json_each(:ids))
  AND status IN ('pending', 'parked')
  AND EXISTS (SELECT 1 FROM workers WHERE id = :worker AND status IN ('starting', 'active')
    AND drain_requested_at IS NULL)
RETURNING id, run_id, stage, ordinal, type, payload_version, epoch, failures, max_attempts,
  timeout_seconds, payload, checkpoint, priority, not_before,
  (SELECT r.status FROM runs r WHERE r.id = run_id) AS run_status
