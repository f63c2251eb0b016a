-- What people have named to use it again: sources, recipes.

CREATE TABLE documents (
  tenant     text   NOT NULL DEFAULT 'default',
  kind       text   NOT NULL,
  name       text   NOT NULL,
  body       text   NOT NULL,
  sealed     text,
  updated_at bigint NOT NULL,
  PRIMARY KEY (tenant, kind, name)
);
