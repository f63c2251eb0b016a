-- Counts only what the current epoch of the right worker says. A completed job stays completed even when
-- its run was being cancelled: the work is done. Everything else that was asked to stop has now stopped; what
-- stopped unasked is handed back. Jobs are to be found by id and no other index, hence || '', + 0 and ANY, see claim.
WITH input AS (
  SELECT * FROM json_to_recordset(:endings::json) AS i (
    id bigint, run_id bigint, epoch bigint, worker_id bigint, outcome text, retryable boolean,
    delay_micros bigint, checkpoint text, result text, error text)
), settled AS (
  UPDATE jobs j
  SET status = CASE
        WHEN i.outcome = 'completed' THEN 'completed'
        WHEN j.cancel_requested_at IS NOT NULL THEN 'cancelled'
        WHEN i.outcome = 'parked' THEN 'parked'
        WHEN i.outcome IN ('handed_back', 'cancelled') THEN 'pending'
        WHEN i.retryable AND j.failures + 1 < j.max_attempts THEN 'pending'
        ELSE 'failed' END,
      failures = j.failures + CASE WHEN i.outcome IN ('failed', 'lost', 'restaged') THEN 1 ELSE 0 END,
      not_before = CASE
        WHEN i.outcome IN ('failed', 'lost', 'restaged', 'parked') THEN ${now} + i.delay_micros
        ELSE j.not_before END,
      ended_at = CASE
        WHEN i.outcome = 'completed' OR j.cancel_requested_at IS NOT NULL THEN ${now}
        WHEN i.outcome IN ('failed', 'lost', 'restaged') AND NOT (i.retryable AND j.failures + 1 < j.max_attempts) THEN ${now}
        END,
      checkpoint = coalesce(i.checkpoint, j.checkpoint),
      result = i.result,
      error = i.error
  FROM input i
  WHERE j.id = ANY (ARRAY(SELECT id FROM input)) AND j.status || '' = 'claimed'
    AND j.id = i.id AND j.run_id + 0 = i.run_id AND j.epoch = i.epoch AND j.claimed_by = i.worker_id
  RETURNING j.id, j.epoch, j.run_id, j.stage, j.ordinal, j.queue, j.status, j.not_before, j.claimed_at, i.worker_id, i.outcome, i.error
), history AS (
  INSERT INTO attempts (job_id, epoch, run_id, worker_id, claimed_at, ended_at, outcome, error)
  SELECT id, epoch, run_id, worker_id, claimed_at, ${now}, outcome, error FROM settled
)
SELECT id, epoch, run_id, stage, ordinal, queue, status, not_before - ${now} AS due_in, error FROM settled
