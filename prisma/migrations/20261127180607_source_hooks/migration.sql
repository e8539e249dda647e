-- Webhooks of sources: the sealed secret and who made it, since when a sync is due by it, and what came of the last delivery.
ALTER TABLE "Source" ADD COLUMN "hookSecret" BYTEA,
ADD COLUMN "hookMadeAt" TIMESTAMPTZ(3),
ADD COLUMN "hookById" UUID,
ADD COLUMN "hookDueAt" TIMESTAMPTZ(3),
ADD COLUMN "hookLastAt" TIMESTAMPTZ(3),
ADD COLUMN "hookLastOutcome" TEXT;
CREATE INDEX "Source_hookDueAt_idx" ON "Source"("hookDueAt");
