-- The priorities that each type has waiting, by stepping from one to the next along the index.
WITH RECURSIVE lane AS (
  SELECT t.type, t.version, (
    SELECT min(priority) FROM jobs j
    WHERE j.queue = :queue AND j.type = t.type AND j.payload_version = t.version
      AND j.status IN ('pending', 'parked')) AS priority
  FROM (SELECT value ->> 'type' AS type, value ->> 'version' AS version FROM json_each(:types)) t
  UNION ALL
  SELECT l.type, l.version, (
    SELECT min(priority) FROM jobs j
    WHERE j.queue = :queue AND j.type = l.type AND j.payload_version = l.version
      AND j.status IN ('pending', 'parked') AND j.priority > l.priority)
  FROM lane l
  WHERE l.priority IS NOT NULL
)
SELECT type, version, priority FROM lane WHERE priority IS NOT NULL
