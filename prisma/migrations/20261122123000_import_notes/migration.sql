-- The file of a package at which it was refused, and what was left out of it or put right on the way in.
ALTER TABLE "ImportItem" ADD COLUMN "path" TEXT,
ADD COLUMN "notes" JSONB NOT NULL DEFAULT '[]';
