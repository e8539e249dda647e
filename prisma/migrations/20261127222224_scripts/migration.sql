-- Whether scripts of skills may run in a workspace, and what a person decides when a run asks.
ALTER TABLE "Workspace" ADD COLUMN "scripts" TEXT NOT NULL DEFAULT 'off';
ALTER TABLE "AwaitedCall" ADD COLUMN "offersScript" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "decision" TEXT;
