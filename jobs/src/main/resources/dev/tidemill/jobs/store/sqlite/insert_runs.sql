-- Ids are given in the order of the list, so the smallest belongs to the first.
INSERT INTO runs (tenant, kind, status, on_job_failure, plans, execs, spec, next_jobs, deadline_micros, deadline_at,
  created_at, updated_at)
SELECT value ->> 'tenant', value ->> 'kind', 'pending', value ->> 'on_job_failure', value ->> 'plans',
  value ->> 'execs', value ->> 'spec', value ->> 'next_jobs', value ->> 'deadline_micros',
  ${now} + (value ->> 'deadline_micros'), ${now}, ${now}
FROM json_each(:runs)
WHERE true
ORDER BY value ->> 'ordinal'
RETURNING id
