INSERT INTO jobs (run_id, tenant, stage, ordinal, type, payload_version, queue, status, max_attempts,
  timeout_seconds, priority, key, requires, not_before, payload, created_at, ended_at)
SELECT :run, :tenant, :stage, ordinal, type, payload_version, queue, :status, max_attempts,
  timeout_seconds, priority, key, requires, ${now} + delay_micros, payload, ${now},
  CASE WHEN :status = 'cancelled' THEN ${now} END
FROM json_to_recordset(:jobs::json) AS j (
  ordinal integer, type text, payload_version integer, queue text, max_attempts integer, timeout_seconds integer,
  priority integer, key text, requires text, delay_micros bigint, payload text)
ORDER BY ordinal
ON CONFLICT (run_id, stage, ordinal) DO NOTHING
