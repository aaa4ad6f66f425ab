-- What the page of a public article recommends: other public articles of its language. Chosen when it becomes public or
-- changes its topics (data/related.ts), and kept, so that a page stays the same until an article that it names changes.
CREATE TABLE related (
  article INTEGER NOT NULL REFERENCES articles (row) ON DELETE CASCADE,
  other   INTEGER NOT NULL REFERENCES articles (row) ON DELETE CASCADE,
  score   REAL    NOT NULL,
  PRIMARY KEY (article, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX related_by_other ON related (other);

-- What home pages name as most read, as of the last time somebody counted (data/most-read.ts).
CREATE TABLE most_read (
  lang    TEXT    NOT NULL CHECK (lang IN ('en', 'ko', 'ja')),
  place   INTEGER NOT NULL CHECK (place > 0),
  article INTEGER NOT NULL REFERENCES articles (row) ON DELETE CASCADE,
  PRIMARY KEY (lang, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX most_read_by_article ON most_read (article);

-- A change of one home page alone, of no article.
ALTER TABLE changes ADD COLUMN home TEXT CHECK (home IN ('en', 'ko', 'ja'));
