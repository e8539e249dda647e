-- Where skills of a workspace come from: a repository, an archive or an index elsewhere, synced into drafts.
CREATE TABLE "Source" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "userName" TEXT NOT NULL,
    "sealedToken" BYTEA,
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "syncedRevision" TEXT,
    "syncedAt" TIMESTAMPTZ(3),
    "report" JSONB,
    "failure" TEXT,
    "failedAt" TIMESTAMPTZ(3),
    "leaseUntil" TIMESTAMPTZ(3),
    CONSTRAINT "Source_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Source_workspaceId_name_key" ON "Source"("workspaceId", "name");
ALTER TABLE "Source" ADD CONSTRAINT "Source_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a source and a skill have in common: the text that was taken last, and one that waits for a person.
CREATE TABLE "SourceSkill" (
    "sourceId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "digest" CHAR(64),
    "revision" TEXT,
    "takenAt" TIMESTAMPTZ(3),
    "theirsDigest" CHAR(64),
    "theirsRevision" TEXT,
    CONSTRAINT "SourceSkill_pkey" PRIMARY KEY ("sourceId", "skillId")
);
CREATE INDEX "SourceSkill_skillId_idx" ON "SourceSkill"("skillId");
CREATE INDEX "SourceSkill_workspaceId_idx" ON "SourceSkill"("workspaceId");
ALTER TABLE "SourceSkill" ADD CONSTRAINT "SourceSkill_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "Source"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SourceSkill" ADD CONSTRAINT "SourceSkill_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The files of both of its texts, to compare with.
CREATE TABLE "SourceFile" (
    "sourceId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "side" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "size" INTEGER NOT NULL,
    "executable" BOOLEAN NOT NULL,
    CONSTRAINT "SourceFile_pkey" PRIMARY KEY ("sourceId", "skillId", "side", "path")
);
CREATE INDEX "SourceFile_sha256_idx" ON "SourceFile"("sha256");
ALTER TABLE "SourceFile" ADD CONSTRAINT "SourceFile_sourceId_skillId_fkey" FOREIGN KEY ("sourceId", "skillId") REFERENCES "SourceSkill"("sourceId", "skillId") ON DELETE CASCADE ON UPDATE CASCADE;

-- Every text that came from a source, for ever: where a version is from is told by its digest. The source may be gone.
CREATE TABLE "SkillProvenance" (
    "id" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "sourceId" UUID NOT NULL,
    "sourceName" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "revision" TEXT NOT NULL,
    "takenAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "SkillProvenance_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "SkillProvenance_skillId_digest_idx" ON "SkillProvenance"("skillId", "digest");
ALTER TABLE "SkillProvenance" ADD CONSTRAINT "SkillProvenance_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of an import that a sync made: from where, at which commit or digest; of its items, the skill and the text that they replace.
ALTER TABLE "Import" ADD COLUMN "sourceId" UUID, ADD COLUMN "revision" TEXT;
ALTER TABLE "ImportItem" ADD COLUMN "draftDigest" CHAR(64);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "Source", "SourceSkill", "SourceFile" TO greenroom_app;
    GRANT SELECT, INSERT, DELETE ON "SkillProvenance" TO greenroom_app;
  END IF;
END $$;
