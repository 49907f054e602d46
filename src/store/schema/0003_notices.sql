-- Who is told in private when a table opens in a group: of one game, or ('') of
-- any.
CREATE TABLE notices (
    chat TEXT NOT NULL CHECK (chat <> ''),
    game TEXT NOT NULL,
    address TEXT NOT NULL CHECK (address <> ''),
    PRIMARY KEY (chat, game, address)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 3;
