-- The first schema. A file of this folder is applied once, in one
-- transaction, and never changed after a release: what comes later is a new
-- file with the next number, which sets user_version to it.
--
-- The same tables will be made for PostgreSQL: no name is a reserved word
-- there. Times are ms since 1970, hashes have 32 bytes, enums are those of
-- store.h. "" stands for an address, a text or a reason that is not there.

-- What rarely changes of a match. Secret and seed lie here until the end.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL COLLATE NOCASE CHECK (code <> ''),
    game TEXT NOT NULL,
    edition TEXT NOT NULL,
    chat TEXT NOT NULL,
    host TEXT NOT NULL,
    opener TEXT NOT NULL,
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
    rules_version INTEGER NOT NULL,
    rng INTEGER NOT NULL,
    data_hash BLOB NOT NULL CHECK (length(data_hash) = 32),
    commitment BLOB NOT NULL CHECK (length(commitment) = 32),
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    seed BLOB NOT NULL CHECK (length(seed) = 32),
    options TEXT NOT NULL,
    opened_ms INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    previous INTEGER NOT NULL
) STRICT;

-- A code is given again when its match is over, so it is unique among the
-- open ones only; the same index lists them at the start.
CREATE UNIQUE INDEX matches_open ON matches (code) WHERE state < 2;
CREATE INDEX matches_code ON matches (code);
CREATE INDEX matches_chat ON matches (chat);

-- What every input changes, apart from the rest so that the rows are short
-- and the matches in play share a few pages.
CREATE TABLE pulses (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    timers TEXT NOT NULL,
    deadline_ms INTEGER NOT NULL,
    touched_ms INTEGER NOT NULL
) STRICT;

-- The groups that a match is played in beside the one it was opened in.
CREATE TABLE homes (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    place INTEGER NOT NULL CHECK (place > 0),
    chat TEXT NOT NULL,
    PRIMARY KEY (match_id, place)
) STRICT, WITHOUT ROWID;

-- Tokens of buttons that can be pressed, and of links into a private chat.
CREATE TABLE buttons (
    token TEXT NOT NULL PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    chat TEXT NOT NULL,
    address TEXT NOT NULL,
    says TEXT NOT NULL,
    link INTEGER NOT NULL CHECK (link IN (0, 1)),
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX buttons_match ON buttons (match_id);

CREATE TABLE seats (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    joined INTEGER NOT NULL, -- order of joining
    seat INTEGER NOT NULL,
    computer INTEGER NOT NULL CHECK (computer IN (0, 1)),
    gone INTEGER NOT NULL CHECK (gone IN (0, 1)),
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    contribution TEXT NOT NULL,
    joined_ms INTEGER NOT NULL,
    receipts INTEGER NOT NULL,
    PRIMARY KEY (match_id, joined)
) STRICT, WITHOUT ROWID;

-- The log, clustered so that a match is read back in one sweep.
CREATE TABLE inputs (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    at_ms INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    place INTEGER NOT NULL,
    by_whom INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    verb TEXT NOT NULL,
    args TEXT NOT NULL,
    reason TEXT NOT NULL,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    match_id INTEGER REFERENCES matches (id), -- NULL: belongs to no match
    seq INTEGER NOT NULL,
    audience INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    refusal INTEGER NOT NULL CHECK (refusal IN (0, 1)),
    repeat INTEGER NOT NULL CHECK (repeat IN (0, 1)),
    copied INTEGER NOT NULL CHECK (copied IN (0, 1)),
    tries INTEGER NOT NULL,
    urgency INTEGER NOT NULL,
    receipt INTEGER NOT NULL,
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 5),
    at_ms INTEGER NOT NULL,
    chat TEXT NOT NULL,
    message TEXT NOT NULL, -- its key
    clause TEXT NOT NULL,
    args TEXT NOT NULL,
    choices TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;

CREATE INDEX outbox_match ON outbox (match_id) WHERE match_id IS NOT NULL;
-- Pending, sending and refused rows: few, whatever the table has grown to. Not
-- written as a list: SQLite would build a table of it for each row inserted.
CREATE INDEX outbox_waiting ON outbox (chat) WHERE state < 4 AND state <> 2;

CREATE TABLE seen (
    chat TEXT NOT NULL,
    id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (chat, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seen_at ON seen (at_ms);

CREATE TABLE positions (
    gateway TEXT NOT NULL PRIMARY KEY,
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    address TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    reach INTEGER NOT NULL CHECK (reach BETWEEN 0 AND 2),
    seen_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    scope TEXT NOT NULL, -- a chat, a user, or '' for the installation
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    score INTEGER NOT NULL,
    address TEXT NOT NULL,
    outcome TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

PRAGMA application_id = 0x4e4a4152; -- "NJAR"
PRAGMA user_version = 1;
