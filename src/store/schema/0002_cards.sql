-- Messages of ours that are changed later: of each match in each of its groups
-- the one with its table's card, or with its slate, by the platform's name.
CREATE TABLE cards (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    chat TEXT NOT NULL,
    message TEXT NOT NULL CHECK (message <> ''),
    PRIMARY KEY (match_id, chat)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 2;
