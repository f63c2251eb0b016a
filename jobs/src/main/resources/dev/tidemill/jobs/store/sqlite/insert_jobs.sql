INSERT INTO jobs (run_id, tenant, stage, ordinal, type, payload_version, queue, status, max_attempts,
  timeout_seconds, priority, key, requires, not_before, payload, created_at, ended_at)
SELECT :run, :tenant, :stage, value ->> 'ordinal', value ->> 'type', value ->> 'payload_version',
  value ->> 'queue', :status, value ->> 'max_attempts', value ->> 'timeout_seconds', value ->> 'priority',
  value ->> 'key', value ->> 'requires', ${now} + (value ->> 'delay_micros'), value ->> 'payload', ${now},
  CASE WHEN :status = 'cancelled' THEN ${now} END
FROM json_each(:jobs)
WHERE true
ORDER BY value ->> 'ordinal'
ON CONFLICT (run_id, stage, ordinal) DO NOTHING
