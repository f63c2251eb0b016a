-- Heartbeats look for jobs that the store takes for theirs and that they do not hold. While somebody keeps an old snapshot
-- open, the entries of all jobs a worker has ever had stay in the index; so it is possible to begin at the newer ones.
CREATE INDEX jobs_held ON jobs (claimed_by, claimed_at) WHERE status = 'claimed';
DROP INDEX jobs_claimed;
