-- Of all runs that ever ended, those whose leftovers have not been looked for. Without it each look reads all of them.
CREATE INDEX runs_unswept ON runs (ended_at, id) WHERE ended_at IS NOT NULL AND swept_at IS NULL;
