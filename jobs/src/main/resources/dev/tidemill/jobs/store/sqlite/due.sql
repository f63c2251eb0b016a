SELECT 1 FROM jobs WHERE queue = :queue AND status IN ('pending', 'parked') AND not_before <= ${now} LIMIT 1
