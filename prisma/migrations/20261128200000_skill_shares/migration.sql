-- Skills of one workspace that another one has, read-only.
ALTER TABLE "VersionWithdrawal" ADD COLUMN "spread" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "SkillShare" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "receiverId" UUID NOT NULL,
    "follows" TEXT NOT NULL,
    "label" TEXT,
    "version" INTEGER,
    "sharedById" UUID NOT NULL,
    "sharedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "acceptedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SkillShare_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ReceivedSkill" (
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "shareId" UUID,
    "fromWorkspace" TEXT NOT NULL,
    "fromSkill" TEXT NOT NULL,
    "fromSkillId" UUID NOT NULL,
    "acceptedById" UUID NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "ReceivedSkill_pkey" PRIMARY KEY ("skillId")
);

CREATE TABLE "ReceivedVersion" (
    "versionId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "takenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReceivedVersion_pkey" PRIMARY KEY ("versionId","number")
);

CREATE UNIQUE INDEX "SkillShare_skillId_receiverId_key" ON "SkillShare"("skillId", "receiverId");
CREATE INDEX "SkillShare_workspaceId_idx" ON "SkillShare"("workspaceId");
CREATE INDEX "SkillShare_receiverId_idx" ON "SkillShare"("receiverId");
CREATE UNIQUE INDEX "ReceivedSkill_shareId_key" ON "ReceivedSkill"("shareId");
CREATE UNIQUE INDEX "ReceivedSkill_workspaceId_fromSkillId_key" ON "ReceivedSkill"("workspaceId", "fromSkillId");
CREATE INDEX "ReceivedSkill_endedAt_idx" ON "ReceivedSkill"("endedAt");
CREATE INDEX "ReceivedVersion_skillId_idx" ON "ReceivedVersion"("skillId");

ALTER TABLE "SkillShare" ADD CONSTRAINT "SkillShare_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillShare" ADD CONSTRAINT "SkillShare_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillShare" ADD CONSTRAINT "SkillShare_receiverId_fkey" FOREIGN KEY ("receiverId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ReceivedSkill" ADD CONSTRAINT "ReceivedSkill_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ReceivedSkill" ADD CONSTRAINT "ReceivedSkill_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "SkillShare"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "ReceivedVersion" ADD CONSTRAINT "ReceivedVersion_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "ReceivedSkill"("skillId") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ReceivedVersion" ADD CONSTRAINT "ReceivedVersion_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one. Of what a version is a copy is told once.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "SkillShare", "ReceivedSkill" TO greenroom_app;
    GRANT SELECT, INSERT ON "ReceivedVersion" TO greenroom_app;
  END IF;
END
$$;

CREATE TRIGGER greenroom_keep_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON "ReceivedVersion"
FOR EACH STATEMENT EXECUTE FUNCTION greenroom_keep_rows();
