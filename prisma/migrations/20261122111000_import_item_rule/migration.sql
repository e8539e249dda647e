-- By which rule a package of an import was refused, skipped or failed; null where it was none.
ALTER TABLE "ImportItem" ADD COLUMN "rule" TEXT;
