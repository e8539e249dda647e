-- Searches for a better or a shorter description, and the texts that they tried. Runs that try such a text name it: they are
-- none of the runs that a skill's own bytes are judged by. Servers from before this leave all of it alone.
ALTER TABLE "SuiteRun" ADD COLUMN "improvementId" UUID, ADD COLUMN "improvementAttempt" INTEGER;

CREATE TABLE "Improvement" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "failure" TEXT,
    "outcome" TEXT,
    "skillId" UUID,
    "agentId" UUID NOT NULL,
    "agentSlug" TEXT NOT NULL,
    "agentName" TEXT NOT NULL,
    "dialect" TEXT NOT NULL,
    "dialectName" TEXT NOT NULL,
    "modelId" TEXT NOT NULL,
    "modelName" TEXT NOT NULL,
    "modelKind" TEXT NOT NULL,
    "proposerId" TEXT NOT NULL,
    "proposerName" TEXT NOT NULL,
    "proposerKind" TEXT NOT NULL,
    "repeats" INTEGER NOT NULL,
    "wanted" INTEGER NOT NULL,
    "target" INTEGER,
    "capUsd" DECIMAL(14,8),
    "spentUsd" DECIMAL(14,8) NOT NULL DEFAULT 0,
    "asked" INTEGER NOT NULL DEFAULT 0,
    "inputTokens" INTEGER NOT NULL DEFAULT 0,
    "outputTokens" INTEGER NOT NULL DEFAULT 0,
    "plan" JSON NOT NULL,
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "startedById" UUID NOT NULL,
    "startedByKeyId" UUID,
    "requestKey" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Improvement_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Improvement_state_check" CHECK ("state" IN ('running', 'done', 'stopped', 'failed'))
);

CREATE TABLE "ImprovementAttempt" (
    "id" UUID NOT NULL,
    "improvementId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "skill" TEXT,
    "length" INTEGER,
    "description" TEXT,
    "word" TEXT,
    "reason" TEXT,
    "judged" JSON,
    "review" INTEGER,
    "threadId" UUID,
    "unsuggested" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ImprovementAttempt_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "SuiteRun_improvementId_improvementAttempt_skillId_key" ON "SuiteRun"("improvementId", "improvementAttempt", "skillId");
CREATE UNIQUE INDEX "Improvement_workspaceId_requestKey_key" ON "Improvement"("workspaceId", "requestKey");
CREATE INDEX "Improvement_workspaceId_skillId_idx" ON "Improvement"("workspaceId", "skillId");
CREATE INDEX "Improvement_state_idx" ON "Improvement"("state");
CREATE UNIQUE INDEX "ImprovementAttempt_improvementId_position_key" ON "ImprovementAttempt"("improvementId", "position");

ALTER TABLE "Improvement" ADD CONSTRAINT "Improvement_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Improvement" ADD CONSTRAINT "Improvement_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ImprovementAttempt" ADD CONSTRAINT "ImprovementAttempt_improvementId_fkey" FOREIGN KEY ("improvementId") REFERENCES "Improvement"("id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE ON "Improvement", "ImprovementAttempt" TO greenroom_app;
  END IF;
END
$$;
