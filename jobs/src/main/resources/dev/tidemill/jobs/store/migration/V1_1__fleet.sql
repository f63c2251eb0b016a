-- Leadership, schedules and scaling.

-- One row for each thing that has a leader; the term is issued here and only grows.
CREATE TABLE leases (
  name       text   PRIMARY KEY,
  holder     text,
  term       bigint NOT NULL,
  expires_at bigint NOT NULL
);

CREATE TABLE schedules (
  id           ${identity},
  tenant       text    NOT NULL DEFAULT 'default',
  name         text    NOT NULL,
  status       text    NOT NULL,
  spec         text    NOT NULL,
  next_fire_at bigint,
  fired        bigint  NOT NULL DEFAULT 0,
  created_at   bigint  NOT NULL,
  updated_at   bigint  NOT NULL,
  UNIQUE (tenant, name)
);

CREATE INDEX schedules_due ON schedules (next_fire_at) WHERE status = 'active';

-- Unique on (schedule, time): two leaders cannot fire one tick twice.
CREATE TABLE fires (
  schedule_id bigint NOT NULL REFERENCES schedules (id),
  fire_time   bigint NOT NULL,
  term        bigint NOT NULL,
  run_id      bigint,
  PRIMARY KEY (schedule_id, fire_time)
);

CREATE TABLE scale_decisions (
  id       ${identity},
  at       bigint  NOT NULL,
  adapter  text    NOT NULL,
  policy   text    NOT NULL,
  inputs   text    NOT NULL,
  result   text    NOT NULL,
  reason   text    NOT NULL
);

CREATE INDEX scale_decisions_by_time ON scale_decisions (at);
