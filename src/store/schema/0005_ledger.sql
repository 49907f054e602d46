-- The three scores that a match gave the people who held its seats at the end,
-- and the month in which it ended where it was played.
CREATE TABLE ledger (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    address TEXT NOT NULL CHECK (address <> ''),
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL CHECK (season >= 0), -- year * 12 + month, from 0
    people INTEGER NOT NULL CHECK (people >= 2),
    places INTEGER NOT NULL, -- 2 for each who had less, 1 for each who had as much
    zero INTEGER NOT NULL,
    top INTEGER NOT NULL,
    level REAL NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_address ON ledger (address, game);

PRAGMA user_version = 5;
