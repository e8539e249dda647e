-- json keeps a payload as it was written: the order of keys is part of the prompt that is rebuilt from it, and
-- jsonb refuses NUL characters, which a model may write. Nothing is ever looked up inside a payload.
ALTER TABLE "Event" ALTER COLUMN "payload" TYPE json USING "payload"::json;
