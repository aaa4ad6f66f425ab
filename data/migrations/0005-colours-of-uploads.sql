-- The mean colour of a picture, shown in its place while it loads: #rrggbb, or '' for one that is partly transparent.
-- Pictures of before get theirs after the next start.
ALTER TABLE uploads ADD COLUMN colour TEXT
  CHECK (colour = '' OR (length(colour) = 7 AND colour GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'));
DROP INDEX uploads_without_variants;
CREATE INDEX uploads_unfinished ON uploads (created_at) WHERE variants IS NULL OR colour IS NULL;
