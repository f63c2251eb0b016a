-- Who may do what, and who did.

CREATE TABLE tokens (
  id         integer PRIMARY KEY AUTOINCREMENT,
  tenant     text   NOT NULL DEFAULT 'default',
  name       text   NOT NULL,
  hash       text   NOT NULL UNIQUE,
  role       text   NOT NULL,
  created_at integer NOT NULL,
  expires_at integer,
  revoked_at integer,
  UNIQUE (tenant, name)
);

CREATE TABLE audit (
  id     integer PRIMARY KEY AUTOINCREMENT,
  tenant text   NOT NULL DEFAULT 'default',
  at     integer NOT NULL,
  actor  text   NOT NULL,
  action text   NOT NULL,
  object text   NOT NULL,
  detail text   NOT NULL
);
