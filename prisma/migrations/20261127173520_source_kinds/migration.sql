-- Archives at an address are asked for again by what their server called them.
ALTER TABLE "Source" ADD COLUMN "etag" TEXT;
