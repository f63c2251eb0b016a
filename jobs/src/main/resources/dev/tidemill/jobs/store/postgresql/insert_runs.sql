-- Ids are given in the order of the list, so the smallest belongs to the first.
INSERT INTO runs (tenant, kind, status, on_job_failure, plans, execs, spec, next_jobs, deadline_micros, deadline_at,
  created_at, updated_at)
SELECT tenant, kind, 'pending', on_job_failure, plans, execs, spec, next_jobs, deadline_micros,
  ${now} + deadline_micros, ${now}, ${now}
FROM json_to_recordset(:runs::json) AS r (
  ordinal integer, tenant text, kind text, on_job_failure text, plans integer, execs integer, spec text,
  next_jobs text, deadline_micros bigint)
ORDER BY ordinal
RETURNING id
