WITH beat AS (
  UPDATE workers SET last_seen_at = ${now}, status = :status, doing = :doing
  WHERE id = :worker AND status IN (${live})
  RETURNING drain_requested_at
), held AS (
  SELECT * FROM json_to_recordset(:held::json) AS h (id bigint, run_id bigint, epoch bigint)
), lanes AS (
  SELECT * FROM json_to_recordset(:lanes::json) AS l (
    queue text, type text, version integer, priority integer, after_at bigint, after_id bigint)
)
SELECT CASE WHEN drain_requested_at IS NULL THEN 'alive' ELSE 'drain' END AS what, 0 AS id, 0 AS run_id, 0 AS epoch, ${now} AS at
FROM beat
UNION ALL
SELECT CASE WHEN j.id IS NULL THEN 'lost' ELSE 'cancel' END, h.id, h.run_id, h.epoch, 0
FROM held h
LEFT JOIN jobs j ON j.id = ANY (ARRAY(SELECT id FROM held)) AND j.status || '' = 'claimed'
  AND j.id = h.id AND j.epoch = h.epoch AND j.claimed_by = :worker
WHERE j.id IS NULL OR j.cancel_requested_at IS NOT NULL
UNION ALL
SELECT 'stray', j.id, j.run_id, j.epoch, j.claimed_at
FROM jobs j
WHERE j.claimed_by = :worker AND j.status = 'claimed' AND j.claimed_at >= :since
  AND (j.id, j.epoch) NOT IN (SELECT h.id, h.epoch FROM held h)
UNION ALL
SELECT DISTINCT l.queue, 0, 0, 0, 0
FROM lanes l CROSS JOIN LATERAL (
  SELECT 1 FROM jobs
  WHERE queue = l.queue AND type = l.type AND payload_version = l.version AND priority = l.priority
    AND status IN ('pending', 'parked')
    AND (not_before, id) > (l.after_at, l.after_id) AND not_before <= ${now}
  LIMIT 1
) due
UNION ALL
SELECT 'upkeep', 0, 0, 0, 0
WHERE NOT EXISTS (SELECT 1 FROM leases WHERE name = 'upkeep' AND expires_at >= ${now})
