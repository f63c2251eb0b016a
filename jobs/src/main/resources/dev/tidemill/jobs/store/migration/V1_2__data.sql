-- What the data capabilities keep: export snapshots and the catalogue of metric segments.

CREATE TABLE snapshots (
  id         ${identity},
  tenant     text   NOT NULL DEFAULT 'default',
  mapping    text   NOT NULL,
  run_id     bigint NOT NULL UNIQUE REFERENCES runs (id),
  base       text   NOT NULL,
  created_at bigint NOT NULL
);

-- A segment is readable from the commit of its row until `dropped_at`; its object outlives it a while.
CREATE TABLE segments (
  id           ${identity},
  tenant       text    NOT NULL DEFAULT 'default',
  slot         integer NOT NULL,
  level        integer NOT NULL,
  min_time     bigint  NOT NULL,
  max_time     bigint  NOT NULL,
  object       text    NOT NULL UNIQUE,
  bytes        bigint  NOT NULL,
  sample_count bigint  NOT NULL,
  series_count bigint  NOT NULL,
  checksum     text    NOT NULL,
  created_at   bigint  NOT NULL,
  dropped_at   bigint
);

CREATE INDEX segments_readable ON segments (tenant, slot, max_time) WHERE dropped_at IS NULL;
