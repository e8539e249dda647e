-- Whether errors by the specification stand in the way of publishing.
ALTER TABLE "ReviewPolicy" ADD COLUMN "specificationBlocks" BOOLEAN NOT NULL DEFAULT false;
