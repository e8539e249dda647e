-- Whether a sync asks for review of what it wrote.
ALTER TABLE "Source" ADD COLUMN "asksReview" BOOLEAN NOT NULL DEFAULT false;
