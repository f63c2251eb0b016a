-- Who may do what, and who did.

CREATE TABLE tokens (
  id         ${identity},
  tenant     text   NOT NULL DEFAULT 'default',
  name       text   NOT NULL,
  hash       text   NOT NULL UNIQUE,
  role       text   NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  UNIQUE (tenant, name)
);

CREATE TABLE audit (
  id     ${identity},
  tenant text   NOT NULL DEFAULT 'default',
  at     bigint NOT NULL,
  actor  text   NOT NULL,
  action text   NOT NULL,
  object text   NOT NULL,
  detail text   NOT NULL
);
