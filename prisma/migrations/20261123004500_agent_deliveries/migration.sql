-- What a key to deliver fetched last, and since when.
ALTER TABLE "ApiKey" ADD COLUMN "fetchedDigest" CHAR(64),
ADD COLUMN "fetchedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "AgentDelivery" (
    "agentId" UUID NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "workspaceId" UUID NOT NULL,
    "skills" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AgentDelivery_pkey" PRIMARY KEY ("agentId", "digest")
);

-- CreateIndex
CREATE INDEX "AgentDelivery_agentId_at_idx" ON "AgentDelivery"("agentId", "at");

-- CreateIndex
CREATE INDEX "ApiKey_agentId_idx" ON "ApiKey"("agentId");

-- AddForeignKey
ALTER TABLE "AgentDelivery" ADD CONSTRAINT "AgentDelivery_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "AgentDelivery" TO greenroom_app;
  END IF;
END
$$;
