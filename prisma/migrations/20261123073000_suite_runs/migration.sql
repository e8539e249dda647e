-- CreateTable
CREATE TABLE "SuiteRun" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "suite" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "failure" TEXT,
    "follows" TEXT NOT NULL,
    "version" INTEGER,
    "revision" INTEGER,
    "digest" CHAR(64) NOT NULL,
    "agentId" UUID NOT NULL,
    "agentSlug" TEXT NOT NULL,
    "agentName" TEXT NOT NULL,
    "agentRevision" INTEGER NOT NULL,
    "modelId" TEXT NOT NULL,
    "modelName" TEXT NOT NULL,
    "modelKind" TEXT NOT NULL,
    "dialects" JSON NOT NULL,
    "cases" INTEGER NOT NULL,
    "shouldFind" INTEGER NOT NULL,
    "suiteDigest" CHAR(64) NOT NULL,
    "tried" JSON NOT NULL,
    "offer" JSON NOT NULL,
    "repeats" INTEGER NOT NULL,
    "wholeMatrix" BOOLEAN NOT NULL,
    "capUsd" DECIMAL(14,8),
    "spentUsd" DECIMAL(14,8) NOT NULL DEFAULT 0,
    "reservedUsd" DECIMAL(14,8) NOT NULL DEFAULT 0,
    "repeatOf" INTEGER,
    "requestKey" TEXT,
    "figures" JSON,
    "startedById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SuiteRun_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "SuiteRun_state_check" CHECK ("state" IN ('queued', 'running', 'done', 'stopped', 'failed'))
);

-- CreateTable
CREATE TABLE "Trial" (
    "id" UUID NOT NULL,
    "suiteRunId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "dialect" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "repeat" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "reservedUsd" DECIMAL(14,8) NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "reason" TEXT,
    "message" TEXT,
    "activated" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "by" TEXT,
    "activatedBy" TEXT,
    "asked" INTEGER NOT NULL DEFAULT 0,
    "kept" INTEGER NOT NULL DEFAULT 0,
    "keptSkill" TEXT,
    "keptNumber" INTEGER,
    "inputTokens" INTEGER NOT NULL DEFAULT 0,
    "outputTokens" INTEGER NOT NULL DEFAULT 0,
    "cachedTokens" INTEGER NOT NULL DEFAULT 0,
    "costUsd" DECIMAL(14,8),
    "durationMs" INTEGER,
    "events" JSON,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Trial_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Trial_state_check" CHECK ("state" IN ('queued', 'running', 'done', 'invalid')),
    CONSTRAINT "Trial_lease_check" CHECK (("state" = 'running') = ("leaseOwner" IS NOT NULL AND "leaseUntil" IS NOT NULL)),
    CONSTRAINT "Trial_outcome_check" CHECK (("state" IN ('done', 'invalid')) = ("outcome" IS NOT NULL AND "endedAt" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "KeptAnswer" (
    "workspaceId" UUID NOT NULL,
    "key" CHAR(64) NOT NULL,
    "skill" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "parts" JSON NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KeptAnswer_pkey" PRIMARY KEY ("workspaceId","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "SuiteRun_skillId_number_key" ON "SuiteRun"("skillId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "SuiteRun_skillId_requestKey_key" ON "SuiteRun"("skillId", "requestKey");

-- CreateIndex
CREATE INDEX "SuiteRun_workspaceId_state_idx" ON "SuiteRun"("workspaceId", "state");

-- CreateIndex
CREATE INDEX "SuiteRun_skillId_digest_idx" ON "SuiteRun"("skillId", "digest");

-- CreateIndex
CREATE UNIQUE INDEX "Trial_suiteRunId_position_key" ON "Trial"("suiteRunId", "position");

-- CreateIndex
CREATE INDEX "Trial_suiteRunId_state_idx" ON "Trial"("suiteRunId", "state");

-- CreateIndex
CREATE INDEX "Trial_state_leaseUntil_idx" ON "Trial"("state", "leaseUntil");

-- CreateIndex
CREATE INDEX "KeptAnswer_at_idx" ON "KeptAnswer"("at");

-- AddForeignKey
ALTER TABLE "SuiteRun" ADD CONSTRAINT "SuiteRun_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SuiteRun" ADD CONSTRAINT "SuiteRun_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Trial" ADD CONSTRAINT "Trial_suiteRunId_fkey" FOREIGN KEY ("suiteRunId") REFERENCES "SuiteRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KeptAnswer" ADD CONSTRAINT "KeptAnswer_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one: what was answered is added and goes by age, and is never changed.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "SuiteRun" TO greenroom_app;
    GRANT SELECT, INSERT, UPDATE ON "Trial" TO greenroom_app;
    GRANT SELECT, INSERT, DELETE ON "KeptAnswer" TO greenroom_app;
  END IF;
END
$$;
