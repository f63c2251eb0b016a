-- The same decisions as on PostgreSQL; attempts are added by settle_history.sql in the same transaction.
UPDATE jobs
SET status = CASE
      WHEN i.outcome = 'completed' THEN 'completed'
      WHEN cancel_requested_at IS NOT NULL THEN 'cancelled'
      WHEN i.outcome = 'parked' THEN 'parked'
      WHEN i.outcome IN ('handed_back', 'cancelled') THEN 'pending'
      WHEN i.retryable AND failures + 1 < max_attempts THEN 'pending'
      ELSE 'failed' END,
    failures = failures + CASE WHEN i.outcome IN ('failed', 'lost', 'restaged') THEN 1 ELSE 0 END,
    not_before = CASE
      WHEN i.outcome IN ('failed', 'lost', 'restaged', 'parked') THEN ${now} + i.delay_micros
      ELSE not_before END,
    ended_at = CASE
      WHEN i.outcome = 'completed' OR cancel_requested_at IS NOT NULL THEN ${now}
      WHEN i.outcome IN ('failed', 'lost', 'restaged') AND NOT (i.retryable AND failures + 1 < max_attempts) THEN ${now}
      END,
    checkpoint = coalesce(i.checkpoint, jobs.checkpoint),
    result = i.result,
    error = i.error
FROM (
  SELECT value ->> 'id' AS id, value ->> 'run_id' AS run_id, value ->> 'epoch' AS epoch,
    value ->> 'worker_id' AS worker_id, value ->> 'outcome' AS outcome, value ->> 'retryable' AS retryable,
    value ->> 'delay_micros' AS delay_micros, value ->> 'checkpoint' AS checkpoint,
    value ->> 'result' AS result, value ->> 'error' AS error
  FROM json_each(:endings)
) AS i
WHERE jobs.id = i.id AND jobs.run_id = i.run_id AND jobs.epoch = i.epoch AND jobs.claimed_by = i.worker_id
  AND jobs.status = 'claimed'
RETURNING id, epoch, run_id, stage, ordinal, queue, status, not_before - ${now} AS due_in, claimed_at, error
