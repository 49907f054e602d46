-- What was said, a row for the messages that followed each other in a match at
-- one moment, mostly all that an input caused: one row is cheaper than many.
-- Rows that never change, appended, without an index; only if a chat gets
-- another name, what still waits for it goes there.
CREATE TABLE said (
    id INTEGER PRIMARY KEY, -- of the first message; the others count on
    many INTEGER NOT NULL CHECK (many > 0),
    match_id INTEGER, -- NULL: belongs to no match
    previous INTEGER, -- the match's latest message before these; NULL: none
    at_ms INTEGER NOT NULL,
    body TEXT NOT NULL -- said.h says how they stand in it
) STRICT;

INSERT INTO said (id, many, match_id, previous, at_ms, body)
SELECT id, 1, match_id, previous, at_ms,
    seq || ';' || audience || ';' || coalesce(seats, 0) || ';'
    || coalesce(flags, 0) || ';' || coalesce(receipt, 0) || ';'
    || length(CAST(chat AS BLOB)) || ':' || chat || ';'
    || length(CAST(message AS BLOB)) || ':' || message || ';'
    || length(CAST(clause AS BLOB)) || ':' || clause || ';'
    || length(CAST(args AS BLOB)) || ':' || args || ';'
    || length(CAST(coalesce(choices, '') AS BLOB)) || ':'
    || coalesce(choices, '') || ';'
FROM messages ORDER BY id;

-- As before, without a reference to `messages`.
CREATE TABLE fates_of_said (
    id INTEGER PRIMARY KEY, -- of a message
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 5),
    repeat INTEGER NOT NULL CHECK (repeat IN (0, 1)),
    tries INTEGER NOT NULL,
    chat TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
INSERT INTO fates_of_said (id, state, repeat, tries, chat, reason)
SELECT id, state, repeat, tries, chat, reason FROM fates;

DROP VIEW outbox;
DROP TABLE fates;
DROP TABLE messages;
ALTER TABLE fates_of_said RENAME TO fates;
CREATE INDEX fates_waiting ON fates (chat) WHERE state < 4 AND state <> 2;

PRAGMA user_version = 6;
