-- A judge compares answers of effect runs, pair by pair; people label pairs, to say what its word is worth.
ALTER TABLE "Workspace" ADD COLUMN "judgeModelId" UUID;
ALTER TABLE "SuiteRun" ADD COLUMN "judge" JSON, ADD COLUMN "judgeModelId" TEXT;

-- CreateTable
CREATE TABLE "Judgement" (
    "id" UUID NOT NULL,
    "suiteRunId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "dialect" TEXT NOT NULL,
    "arm" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "repeat" INTEGER NOT NULL,
    "grader" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "reservedUsd" DECIMAL(14,8) NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "said" JSON,
    "reason" TEXT,
    "message" TEXT,
    "asked" INTEGER NOT NULL DEFAULT 0,
    "kept" INTEGER NOT NULL DEFAULT 0,
    "keptSkill" TEXT,
    "keptNumber" INTEGER,
    "inputTokens" INTEGER NOT NULL DEFAULT 0,
    "outputTokens" INTEGER NOT NULL DEFAULT 0,
    "cachedTokens" INTEGER NOT NULL DEFAULT 0,
    "costUsd" DECIMAL(14,8),
    "durationMs" INTEGER,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Judgement_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Judgement_state_check" CHECK ("state" IN ('queued', 'running', 'done', 'invalid')),
    CONSTRAINT "Judgement_lease_check" CHECK (("state" = 'running') = ("leaseOwner" IS NOT NULL AND "leaseUntil" IS NOT NULL)),
    CONSTRAINT "Judgement_outcome_check" CHECK (("state" IN ('done', 'invalid')) = ("outcome" IS NOT NULL AND "endedAt" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "JudgeLabel" (
    "workspaceId" UUID NOT NULL,
    "judgementId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "judge" CHAR(64) NOT NULL,
    "judged" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "JudgeLabel_pkey" PRIMARY KEY ("judgementId", "userId"),
    CONSTRAINT "JudgeLabel_words_check" CHECK ("judged" IN ('win', 'tie', 'loss') AND "label" IN ('win', 'tie', 'loss'))
);

-- CreateIndex
CREATE UNIQUE INDEX "Judgement_suiteRunId_position_key" ON "Judgement"("suiteRunId", "position");
CREATE INDEX "Judgement_queued_idx" ON "Judgement"("suiteRunId", "position") WHERE state = 'queued';
CREATE INDEX "Judgement_running_idx" ON "Judgement"("leaseUntil") WHERE state = 'running';
CREATE INDEX "JudgeLabel_workspaceId_judge_idx" ON "JudgeLabel"("workspaceId", "judge");

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_suiteRunId_fkey" FOREIGN KEY ("suiteRunId") REFERENCES "SuiteRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "JudgeLabel" ADD CONSTRAINT "JudgeLabel_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "Judgement", "JudgeLabel" TO greenroom_app;
  END IF;
END
$$;
