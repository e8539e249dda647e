-- CreateTable
CREATE TABLE "EndedConnection" (
    "keyId" UUID NOT NULL,
    "agentId" UUID NOT NULL,
    "reference" CHAR(64) NOT NULL,
    "workspaceId" UUID NOT NULL,
    "endedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EndedConnection_pkey" PRIMARY KEY ("keyId","agentId","reference")
);

-- CreateIndex
CREATE INDEX "EndedConnection_agentId_idx" ON "EndedConnection"("agentId");

-- CreateIndex
CREATE INDEX "EndedConnection_workspaceId_idx" ON "EndedConnection"("workspaceId");

-- AddForeignKey
ALTER TABLE "EndedConnection" ADD CONSTRAINT "EndedConnection_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EndedConnection" ADD CONSTRAINT "EndedConnection_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EndedConnection" ADD CONSTRAINT "EndedConnection_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one: what has ended does not change.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, DELETE ON "EndedConnection" TO greenroom_app;
  END IF;
END
$$;
