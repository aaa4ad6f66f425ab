-- Times are milliseconds since the Unix epoch. Keys, slugs and texts arrive normalised and cleaned.

CREATE TABLE articles (
  row            INTEGER PRIMARY KEY,
  id             TEXT    NOT NULL UNIQUE,
  slug           TEXT    NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 80),
  lang           TEXT    NOT NULL CHECK (lang IN ('en', 'ko', 'ja')),
  status         TEXT    NOT NULL CHECK (status IN ('draft', 'pending', 'scheduled', 'published', 'archived')),
  title          TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  summary        TEXT    NOT NULL CHECK (length(summary) <= 2000),
  category       TEXT    NOT NULL CHECK (length(category) BETWEEN 1 AND 64),
  tags           TEXT    NOT NULL CHECK (json_valid(tags) AND json_array_length(tags) <= 20),
  author         TEXT    NOT NULL,
  source_url     TEXT    CHECK (length(source_url) <= 2048),
  thumbnail_url  TEXT    CHECK (length(thumbnail_url) <= 2048),
  translation_of TEXT    REFERENCES articles (id) ON DELETE SET NULL,
  group_id       TEXT    NOT NULL,
  views          INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0),
  likes          INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  fires          INTEGER NOT NULL DEFAULT 0 CHECK (fires >= 0),
  mindblowns     INTEGER NOT NULL DEFAULT 0 CHECK (mindblowns >= 0),
  hearts         INTEGER NOT NULL DEFAULT 0 CHECK (hearts >= 0),
  created_at     INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL,
  published_at   INTEGER,
  version        INTEGER NOT NULL DEFAULT 1,
  CHECK (status <> 'published' OR published_at IS NOT NULL),
  CHECK (status <> 'scheduled' OR published_at IS NOT NULL)
) STRICT;

-- What lists of articles are read along (data/article-list.ts). The columns after the order are there for filtering: rows
-- that a filter leaves out, or that an earlier page has shown, are passed over without reading them.
CREATE INDEX articles_by_date ON articles (published_at, row, lang);
CREATE INDEX articles_by_status ON articles (status, published_at, row, lang);
CREATE INDEX articles_by_category ON articles (category, published_at, row, status, lang);
CREATE INDEX articles_by_views ON articles (views, published_at, row, status, category, lang);
CREATE INDEX articles_by_group ON articles (group_id);
CREATE INDEX articles_by_translation ON articles (translation_of) WHERE translation_of IS NOT NULL;

-- How many articles there are of each kind, kept by triggers, so that no list has to be counted.
CREATE TABLE article_counts (
  status   TEXT    NOT NULL,
  category TEXT    NOT NULL,
  lang     TEXT    NOT NULL,
  count    INTEGER NOT NULL,
  PRIMARY KEY (category, status, lang)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER articles_counted AFTER INSERT ON articles BEGIN
  INSERT INTO article_counts (status, category, lang, count) VALUES (new.status, new.category, new.lang, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER articles_uncounted AFTER DELETE ON articles BEGIN
  UPDATE article_counts SET count = count - 1
    WHERE category = old.category AND status = old.status AND lang = old.lang;
END;
CREATE TRIGGER articles_recounted AFTER UPDATE OF status, category, lang ON articles
WHEN (old.status, old.category, old.lang) IS NOT (new.status, new.category, new.lang) BEGIN
  UPDATE article_counts SET count = count - 1
    WHERE category = old.category AND status = old.status AND lang = old.lang;
  INSERT INTO article_counts (status, category, lang, count) VALUES (new.status, new.category, new.lang, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- The long text stands apart so that lists and counters touch short rows only.
CREATE TABLE contents (
  article           INTEGER PRIMARY KEY REFERENCES articles (row) ON DELETE CASCADE,
  html              TEXT    NOT NULL,
  sanitizer_version INTEGER NOT NULL
) STRICT;

CREATE TABLE article_tags (
  tag     TEXT    NOT NULL CHECK (length(tag) BETWEEN 1 AND 64),
  article INTEGER NOT NULL REFERENCES articles (row) ON DELETE CASCADE,
  PRIMARY KEY (tag, article)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_tags_by_article ON article_tags (article);

CREATE TABLE slug_redirects (
  slug    TEXT    PRIMARY KEY,
  article INTEGER NOT NULL REFERENCES articles (row) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX slug_redirects_by_article ON slug_redirects (article);

-- The lists that the site shows: every public article, those of a category, those of a tag; each over all
-- languages (lang '') and per language. `count` is kept by triggers; `last_position` only ever grows.
CREATE TABLE lists (
  list          INTEGER PRIMARY KEY,
  kind          TEXT    NOT NULL CHECK (kind IN ('all', 'category', 'tag')),
  key           TEXT    NOT NULL,
  lang          TEXT    NOT NULL CHECK (lang IN ('', 'en', 'ko', 'ja')),
  count         INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0),
  last_position INTEGER NOT NULL DEFAULT 0,
  UNIQUE (kind, key, lang)
) STRICT;
CREATE INDEX lists_by_size ON lists (kind, lang, count DESC, key);

-- An article's place in a list. Positions are given once, counting up, so archive pages are fixed ranges.
CREATE TABLE shelves (
  list         INTEGER NOT NULL REFERENCES lists (list),
  position     INTEGER NOT NULL,
  article      INTEGER NOT NULL REFERENCES articles (row) ON DELETE CASCADE,
  published_at INTEGER NOT NULL,
  PRIMARY KEY (list, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX shelves_by_date ON shelves (list, published_at, article);
CREATE UNIQUE INDEX shelves_by_article ON shelves (article, list);

CREATE TRIGGER shelves_counted AFTER INSERT ON shelves BEGIN
  UPDATE lists SET count = count + 1, last_position = max(last_position, new.position) WHERE list = new.list;
END;
CREATE TRIGGER shelves_uncounted AFTER DELETE ON shelves BEGIN
  UPDATE lists SET count = count - 1 WHERE list = old.list;
END;

-- When the articles of a sitemap file (a fixed range of positions) last changed.
CREATE TABLE sitemap_pages (
  page       INTEGER PRIMARY KEY,
  updated_at INTEGER NOT NULL
) STRICT;

-- How many public articles of a category carry a tag; what the topic map is drawn from.
CREATE TABLE category_tags (
  lang     TEXT    NOT NULL CHECK (lang IN ('', 'en', 'ko', 'ja')),
  category TEXT    NOT NULL,
  tag      TEXT    NOT NULL,
  count    INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (lang, category, tag)
) STRICT, WITHOUT ROWID;

-- Public articles only; rowid is articles.row. Tokens arrive ready made (data/search/title-keys.ts, text-keys.ts).
CREATE VIRTUAL TABLE title_search USING fts5 (
  tokens,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 tokenchars '+#'",
  prefix = '2 3 4 5 6'
);
CREATE VIRTUAL TABLE text_search USING fts5 (
  tokens,
  content = '', contentless_delete = 1, detail = none,
  tokenize = "unicode61 remove_diacritics 0 tokenchars '+#'"
);
-- Of a bulk write more is gathered in memory (bytes) before it becomes a segment of the index, so fewer are merged later.
INSERT INTO text_search (text_search, rank) VALUES ('hashsize', 8388608);

-- How a title with kana or kanji is read aloud (data/search/stored-readings.ts).
CREATE TABLE title_readings (
  article  INTEGER PRIMARY KEY,
  readings TEXT    NOT NULL CHECK (json_valid(readings))
) STRICT;

-- The words of titles under their beginnings, whole and with one letter left out, for typing errors (data/search/words.ts).
CREATE TABLE title_words (
  variant TEXT NOT NULL,
  word    TEXT NOT NULL,
  PRIMARY KEY (variant, word)
) STRICT, WITHOUT ROWID;

-- What happened to the public site, in order. A publisher reads on from its own cursor.
CREATE TABLE changes (
  seq        INTEGER PRIMARY KEY AUTOINCREMENT,
  article_id TEXT    NOT NULL,
  before     TEXT    CHECK (json_valid(before)),
  after      TEXT    CHECK (json_valid(after)),
  changed_at INTEGER NOT NULL
) STRICT;

CREATE TABLE reactions (
  article INTEGER NOT NULL REFERENCES articles (row) ON DELETE CASCADE,
  visitor TEXT    NOT NULL,
  type    TEXT    NOT NULL CHECK (type IN ('like', 'fire', 'mindblown', 'heart')),
  PRIMARY KEY (article, visitor, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE view_visitors (
  day     INTEGER NOT NULL,
  article INTEGER NOT NULL REFERENCES articles (row) ON DELETE CASCADE,
  visitor TEXT    NOT NULL,
  PRIMARY KEY (day, article, visitor)
) STRICT, WITHOUT ROWID;
CREATE INDEX view_visitors_by_article ON view_visitors (article);

CREATE TABLE tokens (
  id         TEXT    PRIMARY KEY,
  name       TEXT    NOT NULL,
  hash       TEXT    NOT NULL UNIQUE,
  scopes     TEXT    NOT NULL CHECK (json_valid(scopes)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;

CREATE TABLE uploads (
  url        TEXT    PRIMARY KEY,
  type       TEXT    NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp', 'image/gif')),
  width      INTEGER NOT NULL CHECK (width > 0),
  height     INTEGER NOT NULL CHECK (height > 0),
  bytes      INTEGER NOT NULL CHECK (bytes > 0),
  animated   INTEGER NOT NULL CHECK (animated IN (0, 1)),
  variants   TEXT    CHECK (json_valid(variants)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX uploads_without_variants ON uploads (created_at) WHERE variants IS NULL;

-- Which articles show an upload, so that their pages follow when its variants are ready.
CREATE TABLE article_uploads (
  url     TEXT    NOT NULL,
  article INTEGER NOT NULL REFERENCES articles (row) ON DELETE CASCADE,
  PRIMARY KEY (url, article)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_uploads_by_article ON article_uploads (article);

CREATE TABLE curation_runs (
  id         TEXT    PRIMARY KEY,
  run_id     TEXT    UNIQUE,
  entry      TEXT    NOT NULL CHECK (json_valid(entry)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX curation_runs_by_date ON curation_runs (created_at, id);

CREATE TABLE idempotency_keys (
  token_id    TEXT    NOT NULL,
  key         TEXT    NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint TEXT    NOT NULL,
  status      INTEGER,
  headers     TEXT    CHECK (json_valid(headers)),
  body        TEXT,
  begun_at    INTEGER NOT NULL,
  PRIMARY KEY (token_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (begun_at);

CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL CHECK (length(value) = 32)
) STRICT, WITHOUT ROWID;

-- Written by the health check to prove that the database takes writes.
CREATE TABLE heartbeat (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  at       INTEGER NOT NULL
) STRICT;
INSERT INTO heartbeat VALUES (1, 0);
