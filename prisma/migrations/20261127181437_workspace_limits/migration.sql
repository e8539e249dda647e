-- A workspace's own limits of what conversations may read and list, within the operator's; what is absent is the usual one.
ALTER TABLE "Workspace" ADD COLUMN "limits" JSONB NOT NULL DEFAULT '{}';
