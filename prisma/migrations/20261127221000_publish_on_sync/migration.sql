-- Sources whose syncs publish what they bring, by name; "*" for all of them.
ALTER TABLE "ReviewPolicy" ADD COLUMN "publishOnSync" TEXT[] DEFAULT ARRAY[]::TEXT[];
