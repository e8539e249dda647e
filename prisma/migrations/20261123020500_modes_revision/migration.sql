-- Which files are executable is no part of a digest: an approval is also of one state of that. What was given before counts on.
ALTER TABLE "Draft" ADD COLUMN "modesRevision" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Version" ADD COLUMN "modesRevision" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "ReviewVerdict" ADD COLUMN "modesRevision" INTEGER NOT NULL DEFAULT 0;
