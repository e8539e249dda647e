-- Sources that are synced by themselves: how often, when next, and in whose name.
ALTER TABLE "Source" ADD COLUMN "everyMinutes" INTEGER,
ADD COLUMN "nextAt" TIMESTAMPTZ(3),
ADD COLUMN "scheduledById" UUID;
CREATE INDEX "Source_nextAt_idx" ON "Source"("nextAt");
