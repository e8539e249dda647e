-- Which files of the draft that a sync replaces were executable when it was looked at, of which its digest says nothing.
ALTER TABLE "ImportItem" ADD COLUMN "draftModes" INTEGER;
