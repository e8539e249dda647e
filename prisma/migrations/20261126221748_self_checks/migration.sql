-- Before a live model is asked, a suite is tried with models of which it is known what they come to. Kept for exactly the
-- bytes, the catalogue and the cases that were checked, and written on the run that begins with it.
ALTER TABLE "SuiteRun" ADD COLUMN "selfCheck" JSON;

CREATE TABLE "SelfCheck" (
    "workspaceId" UUID NOT NULL,
    "subject" CHAR(64) NOT NULL,
    "skillId" UUID NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "agentId" UUID NOT NULL,
    "agentRevision" INTEGER NOT NULL,
    "result" JSON NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SelfCheck_pkey" PRIMARY KEY ("workspaceId","subject")
);

CREATE INDEX "SelfCheck_skillId_checkedAt_idx" ON "SelfCheck"("skillId", "checkedAt");

ALTER TABLE "SelfCheck" ADD CONSTRAINT "SelfCheck_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SelfCheck" ADD CONSTRAINT "SelfCheck_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one: the newest of what was found stays.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "SelfCheck" TO greenroom_app;
  END IF;
END
$$;
