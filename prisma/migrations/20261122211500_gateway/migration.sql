-- What is kept of what live hosts send, and for how long after the last request.
ALTER TABLE "Workspace" ADD COLUMN "gatewayKeeps" TEXT NOT NULL DEFAULT 'all',
ADD COLUMN "gatewayDays" INTEGER DEFAULT 30;

ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_gatewayKeeps_check"
  CHECK ("gatewayKeeps" IN ('all', 'skills', 'nothing'));

-- CreateTable
CREATE TABLE "GatewayKey" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" CHAR(64) NOT NULL,
    "userId" UUID NOT NULL,
    "connectionId" UUID,
    "isShared" BOOLEAN NOT NULL DEFAULT false,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GatewayKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LiveSession" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "keyId" UUID NOT NULL,
    "protocol" TEXT NOT NULL,
    "host" TEXT,
    "hostVersion" TEXT,
    "sessionDigest" CHAR(64),
    "exchangeCount" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LiveSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LiveExchange" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "isSide" BOOLEAN NOT NULL,
    "modelAsked" TEXT NOT NULL,
    "modelId" TEXT NOT NULL,
    "status" INTEGER,
    "ending" TEXT NOT NULL,
    "note" TEXT,
    "requestBytes" INTEGER NOT NULL,
    "answerBytes" INTEGER NOT NULL,
    "firstByteMs" INTEGER,
    "durationMs" INTEGER NOT NULL,
    "inputTokens" INTEGER,
    "outputTokens" INTEGER,
    "cachedTokens" INTEGER,
    "isEstimate" BOOLEAN NOT NULL,
    "cost" DECIMAL(14,8),
    "baseSeq" INTEGER,
    "sharedItems" INTEGER NOT NULL,
    "digests" BYTEA NOT NULL,
    "headSeq" INTEGER NOT NULL,
    "headDigest" CHAR(64) NOT NULL,
    "head" JSON,
    "items" JSON,
    "answer" JSON,
    "reading" JSON,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LiveExchange_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "GatewayKey_hash_key" ON "GatewayKey"("hash");

-- CreateIndex
CREATE INDEX "GatewayKey_workspaceId_idx" ON "GatewayKey"("workspaceId");

-- CreateIndex
CREATE INDEX "LiveSession_workspaceId_lastAt_idx" ON "LiveSession"("workspaceId", "lastAt");

-- CreateIndex
CREATE INDEX "LiveSession_keyId_lastAt_idx" ON "LiveSession"("keyId", "lastAt");

-- CreateIndex
CREATE INDEX "LiveExchange_workspaceId_at_idx" ON "LiveExchange"("workspaceId", "at");

-- CreateIndex
CREATE UNIQUE INDEX "LiveExchange_sessionId_seq_key" ON "LiveExchange"("sessionId", "seq");

-- AddForeignKey
ALTER TABLE "GatewayKey" ADD CONSTRAINT "GatewayKey_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LiveSession" ADD CONSTRAINT "LiveSession_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LiveSession" ADD CONSTRAINT "LiveSession_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "GatewayKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LiveExchange" ADD CONSTRAINT "LiveExchange_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "LiveSession"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "GatewayKey", "LiveSession", "LiveExchange" TO greenroom_app;
  END IF;
END
$$;
