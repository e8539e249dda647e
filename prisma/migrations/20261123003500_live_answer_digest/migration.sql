-- What tells which of two conversations that begin alike a host goes on with: a digest of what was answered.
ALTER TABLE "LiveExchange" ADD COLUMN "answerDigest" CHAR(64);
