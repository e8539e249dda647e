-- What belongs to a run as it was frozen or started, and what it came to; null of runs from before.
ALTER TABLE "SuiteRun" ADD COLUMN "skillName" TEXT,
ADD COLUMN "startedByKeyId" UUID,
ADD COLUMN "sums" JSON,
ADD COLUMN "removedAt" TIMESTAMPTZ(3),
ADD COLUMN "answeredAs" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
UPDATE "SuiteRun" run SET "skillName" = skill.name FROM "Skill" skill WHERE skill.id = run."skillId";

-- The one run that may be given an answer: what a repeated run keeps is of no use to others, and goes with its end.
ALTER TABLE "KeptAnswer" ADD COLUMN "onlyRunId" UUID;
CREATE INDEX "KeptAnswer_onlyRunId_idx" ON "KeptAnswer"("onlyRunId") WHERE "onlyRunId" IS NOT NULL;

-- What sweeps look for: logs by age, trials of runs that were removed.
CREATE INDEX "Trial_logged_idx" ON "Trial"("endedAt") WHERE events IS NOT NULL;
CREATE INDEX "SuiteRun_removed_idx" ON "SuiteRun"("id") WHERE "removedAt" IS NOT NULL;

-- The app's role, where there is one: trials go with a run that is removed.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT DELETE ON "Trial" TO greenroom_app;
  END IF;
END
$$;
