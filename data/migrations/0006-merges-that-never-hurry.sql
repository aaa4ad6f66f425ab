-- While the service makes one segment of all (data/search/tidying.ts), small ones wait. From 16 on FTS5 would merge them at
-- once, within a write.
INSERT INTO title_search (title_search, rank) VALUES ('crisismerge', 256);
INSERT INTO text_search (text_search, rank) VALUES ('crisismerge', 256);
