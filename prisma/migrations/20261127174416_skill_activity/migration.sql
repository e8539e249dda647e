-- What happened with skills, as counts per day: made from the logs of conversations, which stay as they are. A run is counted
-- once, under who may see its conversation; sessions of programs and live hosts are counted up to what was written by then.
ALTER TABLE "Run" ADD COLUMN "activity" TEXT NOT NULL DEFAULT 'new';
ALTER TABLE "ServedSession" ADD COLUMN "countedSeq" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "LiveSession" ADD COLUMN "countedSeq" INTEGER NOT NULL DEFAULT 0;

-- Those that some server still has to count.
CREATE INDEX "Run_uncounted_idx" ON "Run"("finishedAt") WHERE "activity" IN ('new', 'was-everyone', 'was-owner') AND "state" <> 'running';
CREATE INDEX "ServedSession_uncounted_idx" ON "ServedSession"("lastAt") WHERE "countedSeq" < "lastSeq";
CREATE INDEX "LiveSession_uncounted_idx" ON "LiveSession"("lastAt") WHERE "countedSeq" < "exchangeCount";

CREATE TABLE "SkillActivity" (
    "key" CHAR(64) NOT NULL,
    "workspaceId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "version" INTEGER,
    "isDraft" BOOLEAN NOT NULL,
    "agentId" UUID,
    "dialect" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "modelKind" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "insteadId" UUID,
    "audience" TEXT NOT NULL,
    "ownerId" UUID,
    "count" INTEGER NOT NULL,
    "turns" INTEGER NOT NULL,
    "tokens" BIGINT NOT NULL,

    CONSTRAINT "SkillActivity_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "SkillActivity_audience_check" CHECK ("audience" IN ('everyone', 'owner', 'keys')),
    CONSTRAINT "SkillActivity_owner_check" CHECK (("audience" = 'everyone') = ("ownerId" IS NULL))
);

-- In which conversations a skill was activated, and on which day first.
CREATE TABLE "SkillFiring" (
    "sessionId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "audience" TEXT NOT NULL,
    "ownerId" UUID,

    CONSTRAINT "SkillFiring_pkey" PRIMARY KEY ("sessionId", "skillId"),
    CONSTRAINT "SkillFiring_audience_check" CHECK ("audience" IN ('everyone', 'owner', 'keys')),
    CONSTRAINT "SkillFiring_owner_check" CHECK (("audience" = 'everyone') = ("ownerId" IS NULL))
);

CREATE INDEX "SkillActivity_skillId_day_idx" ON "SkillActivity"("skillId", "day");
CREATE INDEX "SkillActivity_workspaceId_day_idx" ON "SkillActivity"("workspaceId", "day");
CREATE INDEX "SkillFiring_skillId_day_idx" ON "SkillFiring"("skillId", "day");
CREATE INDEX "SkillFiring_workspaceId_day_idx" ON "SkillFiring"("workspaceId", "day");

ALTER TABLE "SkillActivity" ADD CONSTRAINT "SkillActivity_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillActivity" ADD CONSTRAINT "SkillActivity_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillFiring" ADD CONSTRAINT "SkillFiring_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillFiring" ADD CONSTRAINT "SkillFiring_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "SkillActivity", "SkillFiring" TO greenroom_app;
  END IF;
END
$$;
