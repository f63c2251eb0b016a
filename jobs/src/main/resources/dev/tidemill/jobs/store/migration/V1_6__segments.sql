-- A segment holds the slots from `slot` on, `slots` of them: fresh ones all 64, compacted ones fewer.
ALTER TABLE segments ADD COLUMN slots integer NOT NULL DEFAULT 1;

-- Commits in their order. Of two samples of the same series and time the one of the greater sequence counts.
ALTER TABLE segments ADD COLUMN sequence bigint NOT NULL DEFAULT 0;

CREATE INDEX segments_by_time ON segments (tenant, max_time) WHERE dropped_at IS NULL;
CREATE INDEX segments_dropped ON segments (tenant, dropped_at) WHERE dropped_at IS NOT NULL;

-- The last sequence given out. Commits wait in line for this row, so that a lower sequence is never seen later.
CREATE TABLE segment_commits (
  tenant text   PRIMARY KEY,
  last   bigint NOT NULL
);
