-- Set in the transaction of the write itself: a request that was cut off before its answer was kept is not carried out again.
ALTER TABLE idempotency_keys ADD COLUMN is_written INTEGER NOT NULL DEFAULT 0 CHECK (is_written IN (0, 1));
