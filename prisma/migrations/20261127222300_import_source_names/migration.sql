-- What a source was called and where it was when an import of it began: one that goes on later says that of its texts.
ALTER TABLE "Import" ADD COLUMN "sourceName" TEXT, ADD COLUMN "sourceUrl" TEXT;
