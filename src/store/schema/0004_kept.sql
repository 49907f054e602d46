-- What a gateway has to know in its next life, by names of its own.
CREATE TABLE kept (
    gateway TEXT NOT NULL CHECK (gateway <> ''),
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (gateway, name)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 4;
