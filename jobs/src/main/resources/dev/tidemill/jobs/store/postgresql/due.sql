-- Is a job due in the queue? Steps from lane to lane along the index, whatever is in them.
WITH RECURSIVE lane AS (
  SELECT * FROM (
    SELECT type, payload_version, priority FROM jobs
    WHERE queue = :queue AND status IN ('pending', 'parked')
    ORDER BY queue, type, payload_version, priority LIMIT 1) first
  UNION ALL
  SELECT next.type, next.payload_version, next.priority
  FROM lane l CROSS JOIN LATERAL (
    SELECT j.type, j.payload_version, j.priority FROM jobs j
    WHERE j.queue = :queue AND j.status IN ('pending', 'parked')
      AND (j.type, j.payload_version, j.priority) > (l.type, l.payload_version, l.priority)
    ORDER BY j.queue, j.type, j.payload_version, j.priority LIMIT 1) next
)
SELECT 1 FROM lane l
WHERE EXISTS (
  SELECT 1 FROM jobs j
  WHERE j.queue = :queue AND j.type = l.type AND j.payload_version = l.payload_version AND j.priority = l.priority
    AND j.status IN ('pending', 'parked') AND j.not_before <= ${now})
LIMIT 1
