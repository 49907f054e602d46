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
-- How many open tables somebody has.
CREATE INDEX matches_opener ON matches (opener) WHERE state < 2;

-- What every input changes, apart from the rest so that the rows are short
-- and the matches in play share a few pages.
CREATE TABLE pulses (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    timers TEXT NOT NULL,
    deadline_ms INTEGER NOT NULL,
    touched_ms INTEGER NOT NULL,
    receipts TEXT NOT NULL DEFAULT '', -- orders of each seat, by `joined`
    last_message INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The groups that a match is played in beside the one it was opened in.
CREATE TABLE homes (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    place INTEGER NOT NULL CHECK (place > 0),
    chat TEXT NOT NULL,
    PRIMARY KEY (match_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX homes_chat ON homes (chat);

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
    PRIMARY KEY (match_id, joined)
) STRICT, WITHOUT ROWID;

-- By which words people joined, in order; who left again has joined as well,
-- for the seed is made of all of them.
CREATE TABLE joins (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    place INTEGER NOT NULL CHECK (place > 0),
    address TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (match_id, place)
) STRICT, WITHOUT ROWID;

-- Packs and maps of the owner that matches were played with: he may change or
-- lose them, and what was played stays true.
CREATE TABLE texts (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    body TEXT NOT NULL
) STRICT;

CREATE TABLE files (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    place INTEGER NOT NULL CHECK (place >= 0),
    name TEXT NOT NULL CHECK (name <> ''),
    hash BLOB NOT NULL REFERENCES texts (hash),
    PRIMARY KEY (match_id, place)
) STRICT, WITHOUT ROWID;

-- Who holds a seat since it changed hands; place 0: still its first person.
CREATE TABLE holders (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    joined INTEGER NOT NULL,
    place INTEGER NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    wanted TEXT NOT NULL, -- address that may take it over; '' none, '*' any
    why TEXT NOT NULL, -- a host's reason for that; '' without a host
    PRIMARY KEY (match_id, joined, place)
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

-- What was said: rows that never change, appended, without an index; only if a
-- chat gets another name, what still waits for it goes there. Those of a match
-- are chained from pulses.last_message backwards. NULL: 0 or "".
CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    match_id INTEGER, -- NULL: belongs to no match
    previous INTEGER, -- of the same match; NULL: none
    seq INTEGER NOT NULL,
    audience INTEGER NOT NULL,
    seats INTEGER,
    flags INTEGER, -- 1 refusal, 2 copied, from 256 on the urgency
    receipt INTEGER,
    at_ms INTEGER NOT NULL,
    chat TEXT NOT NULL,
    message TEXT NOT NULL, -- its key
    clause TEXT NOT NULL,
    args TEXT NOT NULL,
    choices TEXT
) STRICT;

-- What became of a message, unless it went the usual way: into its chat as
-- soon as it was stored, and arrived. Few rows, whatever is said.
CREATE TABLE fates (
    id INTEGER PRIMARY KEY REFERENCES messages (id),
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 5),
    repeat INTEGER NOT NULL CHECK (repeat IN (0, 1)),
    tries INTEGER NOT NULL,
    chat TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;

-- Pending, sending and refused rows. Not written as a list: SQLite would build
-- a table of it for each row inserted.
CREATE INDEX fates_waiting ON fates (chat) WHERE state < 4 AND state <> 2;

-- One row. Messages up to `id` that have a chat and no row in `fates` have
-- arrived; those behind it were handed over and wait for an answer. Each
-- transaction counts itself in `commits`, which every start compares with the
-- file beside the database; `course` is the random number they have in common.
CREATE TABLE settled (
    id INTEGER NOT NULL,
    course INTEGER NOT NULL CHECK (course > 0),
    commits INTEGER NOT NULL CHECK (commits >= 0)
) STRICT;
INSERT INTO settled (id, course, commits)
VALUES (0, abs(random() / 2) + 1, 0);

-- A message and its fate: how the outbox is read.
CREATE VIEW outbox AS
SELECT m.id, m.match_id, m.seq, m.audience, coalesce(m.seats, 0) AS seats,
    coalesce(m.flags, 0) & 1 AS refusal, coalesce(f.repeat, 0) AS repeat,
    coalesce(m.flags, 0) >> 1 & 1 AS copied, coalesce(f.tries, 0) AS tries,
    coalesce(m.flags, 0) >> 8 AS urgency, coalesce(m.receipt, 0) AS receipt,
    CASE WHEN f.id IS NOT NULL THEN f.state WHEN m.chat = '' THEN 5
        WHEN m.id <= (SELECT id FROM settled) THEN 2 ELSE 1 END AS state,
    m.at_ms, m.chat, m.message, m.clause, m.args,
    coalesce(m.choices, '') AS choices, coalesce(f.reason, '') AS reason
FROM messages AS m LEFT JOIN fates AS f ON f.id = m.id;

CREATE TABLE seen (
    chat TEXT NOT NULL,
    id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (chat, id)
) STRICT, WITHOUT ROWID;

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

-- How matches ended. Those that count are numbered as they ended; what a rating
-- was after one of them stands with it, and before it, with the account's
-- latest one before. A sigma of 0: played without an opponent, not rated.
CREATE TABLE results (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    score INTEGER NOT NULL,
    address TEXT NOT NULL,
    outcome TEXT NOT NULL,
    substitute INTEGER NOT NULL CHECK (substitute IN (0, 1)),
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    finish INTEGER NOT NULL CHECK (finish >= 0), -- 0: does not count
    account TEXT NOT NULL, -- as it was then
    mu INTEGER NOT NULL, -- millionths
    sigma INTEGER NOT NULL CHECK (sigma >= 0),
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_finish ON results (finish) WHERE finish > 0;
CREATE INDEX results_address ON results (address);
CREATE INDEX results_rating ON results (account, game, finish) WHERE sigma > 0;

CREATE TABLE achievements (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (match_id, seat, name)
) STRICT, WITHOUT ROWID;

-- People who have joined the account of another one; an account is called by
-- the address of its first, who has no row.
CREATE TABLE links (
    address TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL CHECK (account <> address)
) STRICT, WITHOUT ROWID;

CREATE INDEX links_account ON links (account);

-- Words that link two people: the first knows nobody yet, the one that answers
-- it is for that other alone.
CREATE TABLE link_codes (
    address TEXT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    other TEXT NOT NULL,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

PRAGMA application_id = 0x4e4a4152; -- "NJAR"
PRAGMA user_version = 1;
