-- Tokens arrive folded, so that SQLite need only cut them at spaces. The service fills the new tables when it finds their
-- format to be another than its own (data/search.ts).
DROP TABLE title_search;
DROP TABLE text_search;
DROP TABLE title_readings;
DELETE FROM title_words;

-- Public articles only; rowid is articles.row. Tokens arrive ready made (data/search/title-keys.ts, text-keys.ts).
CREATE VIRTUAL TABLE title_search USING fts5 (
  tokens,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'",
  prefix = '2 3 4 5 6'
);
CREATE VIRTUAL TABLE text_search USING fts5 (
  tokens,
  content = '', contentless_delete = 1, detail = none,
  tokenize = "ascii tokenchars '+#'"
);
-- Of a bulk write more is gathered in memory (bytes) before it becomes a segment of the index, so fewer are merged later.
INSERT INTO text_search (text_search, rank) VALUES ('hashsize', 8388608);
INSERT INTO title_search (title_search, rank) VALUES ('hashsize', 8388608);
-- Each write merges a little itself (data/search.ts).
INSERT INTO text_search (text_search, rank) VALUES ('automerge', 0), ('usermerge', 8);
INSERT INTO title_search (title_search, rank) VALUES ('automerge', 0), ('usermerge', 8);

-- How a title with kana or kanji is read aloud (data/search/stored-readings.ts).
CREATE TABLE title_readings (
  article  INTEGER PRIMARY KEY,
  readings TEXT    NOT NULL
) STRICT;

-- The format of what all these hold; 0 before they are filled.
CREATE TABLE search_format (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  version  INTEGER NOT NULL
) STRICT;
INSERT INTO search_format VALUES (1, 0);
