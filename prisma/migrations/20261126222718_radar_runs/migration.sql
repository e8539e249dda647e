-- Radar runs: what a new model makes of many skills. Each is a row of its own with the runs of suites that it starts, one after
-- the other.
CREATE TABLE "RadarRun" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "failure" TEXT,
    "modelId" TEXT NOT NULL,
    "modelName" TEXT NOT NULL,
    "againstId" TEXT,
    "againstName" TEXT,
    "agentSlug" TEXT,
    "agentName" TEXT,
    "repeats" INTEGER NOT NULL,
    "capUsd" DECIMAL(14,8),
    "requestKey" TEXT,
    "outcome" JSON,
    "leaseUntil" TIMESTAMPTZ(3),
    "startedById" UUID NOT NULL,
    "startedByKeyId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RadarRun_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "RadarRun_state_check" CHECK ("state" IN ('running', 'done', 'stopped')),
    CONSTRAINT "RadarRun_ended_check" CHECK (("state" = 'running') = ("endedAt" IS NULL))
);

-- CreateTable
CREATE TABLE "RadarStep" (
    "id" UUID NOT NULL,
    "radarRunId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "skillId" UUID NOT NULL,
    "suite" TEXT,
    "role" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "version" INTEGER,
    "digest" CHAR(64) NOT NULL,
    "agentSlug" TEXT,
    "estimateUsd" DECIMAL(14,8),
    "againstRunId" UUID,
    "suiteRunId" UUID,
    "spentUsd" DECIMAL(14,8) NOT NULL DEFAULT 0,
    "tokens" JSON,

    CONSTRAINT "RadarStep_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "RadarStep_state_check" CHECK ("state" IN ('waiting', 'running', 'done', 'skipped', 'not-reached')),
    CONSTRAINT "RadarStep_role_check" CHECK ("role" IN ('new', 'earlier'))
);

-- CreateIndex
CREATE UNIQUE INDEX "RadarRun_workspaceId_number_key" ON "RadarRun"("workspaceId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "RadarRun_workspaceId_requestKey_key" ON "RadarRun"("workspaceId", "requestKey");

-- Those that some server still has to look after.
CREATE INDEX "RadarRun_open_idx" ON "RadarRun"("id") WHERE "outcome" IS NULL;

-- CreateIndex
CREATE UNIQUE INDEX "RadarStep_radarRunId_position_key" ON "RadarStep"("radarRunId", "position");

-- CreateIndex
CREATE INDEX "RadarStep_skillId_idx" ON "RadarStep"("skillId");

-- AddForeignKey
ALTER TABLE "RadarRun" ADD CONSTRAINT "RadarRun_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RadarStep" ADD CONSTRAINT "RadarStep_radarRunId_fkey" FOREIGN KEY ("radarRunId") REFERENCES "RadarRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RadarStep" ADD CONSTRAINT "RadarStep_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "RadarRun", "RadarStep" TO greenroom_app;
  END IF;
END
$$;
