WITH held AS (
  SELECT value ->> 'id' AS id, value ->> 'run_id' AS run_id, value ->> 'epoch' AS epoch FROM json_each(:held)
), lanes AS (
  SELECT value ->> 'queue' AS queue, value ->> 'type' AS type, value ->> 'version' AS version,
    value ->> 'priority' AS priority, value ->> 'after_at' AS after_at, value ->> 'after_id' AS after_id
  FROM json_each(:lanes)
)
SELECT CASE WHEN drain_requested_at IS NULL THEN 'alive' ELSE 'drain' END AS what, 0 AS id, 0 AS run_id, 0 AS epoch, ${now} AS at
FROM workers
WHERE id = :worker AND status IN (${live})
UNION ALL
SELECT CASE WHEN j.id IS NULL THEN 'lost' ELSE 'cancel' END, h.id, h.run_id, h.epoch, 0
FROM held h
LEFT JOIN jobs j ON j.id = h.id AND j.epoch = h.epoch AND j.claimed_by = :worker AND j.status = 'claimed'
WHERE j.id IS NULL OR j.cancel_requested_at IS NOT NULL
UNION ALL
SELECT 'stray', j.id, j.run_id, j.epoch, j.claimed_at
FROM jobs j
WHERE j.claimed_by = :worker AND j.status = 'claimed' AND j.claimed_at >= :since
  AND NOT EXISTS (SELECT 1 FROM held h WHERE h.id = j.id AND h.epoch = j.epoch)
UNION ALL
SELECT DISTINCT l.queue, 0, 0, 0, 0
FROM lanes l
WHERE EXISTS (
  SELECT 1 FROM jobs
  WHERE queue = l.queue AND type = l.type AND payload_version = l.version AND priority = l.priority
    AND status IN ('pending', 'parked')
    AND (not_before, id) > (l.after_at, l.after_id) AND not_before <= ${now})
UNION ALL
SELECT 'upkeep', 0, 0, 0, 0
WHERE NOT EXISTS (SELECT 1 FROM leases WHERE name = 'upkeep' AND expires_at >= ${now})
