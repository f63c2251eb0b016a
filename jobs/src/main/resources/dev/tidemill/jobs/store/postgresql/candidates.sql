-- Of one lane, those without a key and those with one whose limit is not reached.
SELECT id, tenant, key, priority, not_before FROM jobs
WHERE queue = :queue AND type = :type AND payload_version = :version AND priority = :priority
  AND status IN ('pending', 'parked')
  AND (not_before, id) > (:after_at, :after_id) AND not_before <= ${now}
  AND (requires IS NULL OR requires::jsonb <@ :capabilities::jsonb)
  AND (key IS NULL OR NOT EXISTS (
    SELECT 1 FROM key_limits l WHERE l.tenant = jobs.tenant AND l.key = jobs.key
      AND l.most <= (SELECT count(*) FROM jobs c WHERE c.tenant = l.tenant AND c.key = l.key AND c.status = 'claimed')))
ORDER BY not_before, id
LIMIT :look
