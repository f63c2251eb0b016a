-- Leadership, schedules and scaling.

-- One row for each thing that has a leader; the term is issued here and only grows.
CREATE TABLE leases (
  name       text   PRIMARY KEY,
  holder     text,
  term       integer NOT NULL,
  expires_at integer NOT NULL
);

CREATE TABLE schedules (
  id           integer PRIMARY KEY AUTOINCREMENT,
  tenant       text    NOT NULL DEFAULT 'default',
  name         text    NOT NULL,
  status       text    NOT NULL,
  spec         text    NOT NULL,
  next_fire_at integer,
  fired        integer  NOT NULL DEFAULT 0,
  created_at   integer  NOT NULL,
  updated_at   integer  NOT NULL,
  UNIQUE (tenant, name)
);

CREATE INDEX schedules_due ON schedules (next_fire_at) WHERE status = 'active';

-- Unique on (schedule, time): two leaders cannot fire one tick twice.
CREATE TABLE fires (
  schedule_id integer NOT NULL REFERENCES schedules (id),
  fire_time   integer NOT NULL,
  term        integer NOT NULL,
  run_id      integer,
  PRIMARY KEY (schedule_id, fire_time)
);

CREATE TABLE scale_decisions (
  id       integer PRIMARY KEY AUTOINCREMENT,
  at       integer  NOT NULL,
  adapter  text    NOT NULL,
  policy   text    NOT NULL,
  inputs   text    NOT NULL,
  result   text    NOT NULL,
  reason   text    NOT NULL
);

CREATE INDEX scale_decisions_by_time ON scale_decisions (at);
