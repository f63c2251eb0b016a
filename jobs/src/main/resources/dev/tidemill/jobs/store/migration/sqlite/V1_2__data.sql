-- What the data capabilities keep: export snapshots and the catalogue of metric segments.

CREATE TABLE snapshots (
  id         integer PRIMARY KEY AUTOINCREMENT,
  tenant     text   NOT NULL DEFAULT 'default',
  mapping    text   NOT NULL,
  run_id     integer NOT NULL UNIQUE REFERENCES runs (id),
  base       text   NOT NULL,
  created_at integer NOT NULL
);

-- A segment is readable from the commit of its row until `dropped_at`; its object outlives it a while.
CREATE TABLE segments (
  id           integer PRIMARY KEY AUTOINCREMENT,
  tenant       text    NOT NULL DEFAULT 'default',
  slot         integer NOT NULL,
  level        integer NOT NULL,
  min_time     integer  NOT NULL,
  max_time     integer  NOT NULL,
  object       text    NOT NULL UNIQUE,
  bytes        integer  NOT NULL,
  sample_count integer  NOT NULL,
  series_count integer  NOT NULL,
  checksum     text    NOT NULL,
  created_at   integer  NOT NULL,
  dropped_at   integer
);

CREATE INDEX segments_readable ON segments (tenant, slot, max_time) WHERE dropped_at IS NULL;
