-- What of which skills may run without asking, and what an agent says of scripts for itself.
ALTER TABLE "Workspace" ADD COLUMN "scriptAllowances" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "Agent" ADD COLUMN "scripts" JSONB NOT NULL DEFAULT '{}';
