-- Whether the next sync reads all of it though its revision is the same, as other patterns hold by then.
ALTER TABLE "Source" ADD COLUMN "readsAnew" BOOLEAN NOT NULL DEFAULT false;
