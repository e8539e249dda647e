-- CreateTable
CREATE TABLE "ServedSession" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "keyId" UUID NOT NULL,
    "via" TEXT NOT NULL,
    "client" TEXT,
    "reference" TEXT,
    "dialect" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "pinned" JSON NOT NULL,
    "lastSeq" INTEGER NOT NULL DEFAULT 0,
    "turns" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ServedSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ServedEvent" (
    "sessionId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "workspaceId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "traceId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ServedEvent_pkey" PRIMARY KEY ("sessionId","seq")
);

-- CreateIndex
CREATE INDEX "ServedSession_workspaceId_lastAt_idx" ON "ServedSession"("workspaceId", "lastAt");

-- CreateIndex
CREATE INDEX "ServedSession_keyId_lastAt_idx" ON "ServedSession"("keyId", "lastAt");

-- CreateIndex
CREATE INDEX "ServedSession_agentId_idx" ON "ServedSession"("agentId");

-- AddForeignKey
ALTER TABLE "ServedSession" ADD CONSTRAINT "ServedSession_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ServedSession" ADD CONSTRAINT "ServedSession_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ServedSession" ADD CONSTRAINT "ServedSession_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ServedEvent" ADD CONSTRAINT "ServedEvent_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "ServedSession"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one, adds events and changes none; a session takes its own with it.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ServedSession" TO greenroom_app;
    GRANT SELECT, INSERT ON "ServedEvent" TO greenroom_app;
  END IF;
END
$$;
