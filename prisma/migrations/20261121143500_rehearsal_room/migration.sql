-- CreateEnum
CREATE TYPE "ModelProvider" AS ENUM ('anthropic', 'openai', 'google', 'compatible');

-- CreateEnum
CREATE TYPE "Verdict" AS ENUM ('up', 'down');

-- AlterTable
ALTER TABLE "Agent" ADD COLUMN     "routerModel" TEXT,
ADD COLUMN     "toolStubs" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "tools" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN     "column" INTEGER,
ADD COLUMN     "comparisonId" UUID,
ADD COLUMN     "recordingOf" JSONB;

-- AlterTable
ALTER TABLE "Branch" ADD COLUMN     "createdById" UUID,
ADD COLUMN     "reason" TEXT;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "expectations" JSONB,
ADD COLUMN     "overrides" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "replayOfId" UUID;

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" CHAR(64) NOT NULL,
    "scopes" TEXT[],
    "agentId" UUID,
    "userId" UUID NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FindingDismissal" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "fingerprint" CHAR(64) NOT NULL,
    "rule" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "excerpt" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "dismissedById" UUID NOT NULL,
    "dismissedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FindingDismissal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SearchTerms" (
    "workspaceId" UUID NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "fields" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SearchTerms_pkey" PRIMARY KEY ("workspaceId","digest")
);

-- CreateTable
CREATE TABLE "SkillOrigin" (
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "root" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SkillOrigin_pkey" PRIMARY KEY ("skillId")
);

-- CreateTable
CREATE TABLE "DirectoryLoad" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "trigger" TEXT NOT NULL,
    "strict" BOOLEAN NOT NULL,
    "loaded" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "entries" JSONB NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "traceId" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DirectoryLoad_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ModelConnection" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "provider" "ModelProvider" NOT NULL,
    "baseUrl" TEXT,
    "modelId" TEXT NOT NULL,
    "encryptedKey" BYTEA,
    "keyHint" TEXT,
    "windowTokens" INTEGER NOT NULL,
    "maxOutputTokens" INTEGER,
    "timeoutSeconds" INTEGER NOT NULL DEFAULT 120,
    "inputPrice" DECIMAL(12,6),
    "outputPrice" DECIMAL(12,6),
    "cachedInputPrice" DECIMAL(12,6),
    "monthlyLimit" DECIMAL(12,4),
    "personLimit" DECIMAL(12,4),
    "testedAt" TIMESTAMPTZ(3),
    "archivedAt" TIMESTAMPTZ(3),
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ModelConnection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ModelUsage" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "step" INTEGER NOT NULL,
    "inputTokens" INTEGER NOT NULL,
    "outputTokens" INTEGER NOT NULL,
    "cachedTokens" INTEGER,
    "cost" DECIMAL(14,8),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ModelUsage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Comparison" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT true,
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Comparison_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ModelExchange" (
    "runId" UUID NOT NULL,
    "step" INTEGER NOT NULL,
    "workspaceId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "request" JSON NOT NULL,
    "parts" JSON NOT NULL,
    "response" JSON NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ModelExchange_pkey" PRIMARY KEY ("runId","step")
);

-- CreateTable
CREATE TABLE "Feedback" (
    "runId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "verdict" "Verdict" NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Feedback_pkey" PRIMARY KEY ("runId","userId")
);

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");

-- CreateIndex
CREATE INDEX "ApiKey_workspaceId_idx" ON "ApiKey"("workspaceId");

-- CreateIndex
CREATE INDEX "FindingDismissal_workspaceId_idx" ON "FindingDismissal"("workspaceId");

-- CreateIndex
CREATE UNIQUE INDEX "FindingDismissal_skillId_fingerprint_key" ON "FindingDismissal"("skillId", "fingerprint");

-- CreateIndex
CREATE INDEX "SkillOrigin_workspaceId_root_path_idx" ON "SkillOrigin"("workspaceId", "root", "path");

-- CreateIndex
CREATE INDEX "DirectoryLoad_workspaceId_startedAt_idx" ON "DirectoryLoad"("workspaceId", "startedAt");

-- CreateIndex
CREATE UNIQUE INDEX "ModelConnection_workspaceId_name_key" ON "ModelConnection"("workspaceId", "name");

-- CreateIndex
CREATE INDEX "ModelUsage_connectionId_at_idx" ON "ModelUsage"("connectionId", "at");

-- CreateIndex
CREATE INDEX "ModelUsage_workspaceId_userId_at_idx" ON "ModelUsage"("workspaceId", "userId", "at");

-- CreateIndex
CREATE INDEX "Comparison_workspaceId_updatedAt_id_idx" ON "Comparison"("workspaceId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "ModelExchange_conversationId_idx" ON "ModelExchange"("conversationId");

-- CreateIndex
CREATE INDEX "Feedback_conversationId_idx" ON "Feedback"("conversationId");

-- AddForeignKey
ALTER TABLE "FindingDismissal" ADD CONSTRAINT "FindingDismissal_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillOrigin" ADD CONSTRAINT "SkillOrigin_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DirectoryLoad" ADD CONSTRAINT "DirectoryLoad_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelConnection" ADD CONSTRAINT "ModelConnection_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelUsage" ADD CONSTRAINT "ModelUsage_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "ModelConnection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_comparisonId_fkey" FOREIGN KEY ("comparisonId") REFERENCES "Comparison"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelExchange" ADD CONSTRAINT "ModelExchange_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Feedback" ADD CONSTRAINT "Feedback_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- With one role for everything there is no greenroom_app, and nothing to grant.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ApiKey", "FindingDismissal", "SearchTerms", "SkillOrigin", "ModelConnection",
      "Comparison", "Feedback" TO greenroom_app;
    -- What happened stays as it was.
    GRANT SELECT, INSERT, DELETE ON "DirectoryLoad" TO greenroom_app;
    GRANT SELECT, INSERT ON "ModelUsage", "ModelExchange" TO greenroom_app;
  END IF;
END
$$;
