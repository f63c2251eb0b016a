UPDATE workers SET last_seen_at = ${now}, status = :status, doing = :doing
WHERE id = :worker AND status IN (${live})
