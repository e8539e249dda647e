-- CreateTable
CREATE TABLE "Mirror" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "agentId" UUID,
    "addressId" UUID,
    "url" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "userName" TEXT NOT NULL,
    "sealedToken" BYTEA,
    "onPublish" BOOLEAN NOT NULL,
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "pushedCommit" CHAR(40),
    "pushedNumber" INTEGER,
    "pushedAt" TIMESTAMPTZ(3),
    "sentCommit" CHAR(40),
    "sentNumber" INTEGER,
    "triedNumber" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "remoteSaid" TEXT,
    "failedAt" TIMESTAMPTZ(3),
    "nextAt" TIMESTAMPTZ(3),
    "leaseBy" UUID,
    "leaseUntil" TIMESTAMPTZ(3),

    CONSTRAINT "Mirror_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Mirror_one_source_check" CHECK (("agentId" IS NULL) <> ("addressId" IS NULL))
);

-- CreateIndex
CREATE INDEX "Mirror_workspaceId_idx" ON "Mirror"("workspaceId");

-- CreateIndex
CREATE INDEX "Mirror_agentId_idx" ON "Mirror"("agentId");

-- CreateIndex
CREATE INDEX "Mirror_addressId_idx" ON "Mirror"("addressId");

-- AddForeignKey
ALTER TABLE "Mirror" ADD CONSTRAINT "Mirror_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mirror" ADD CONSTRAINT "Mirror_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mirror" ADD CONSTRAINT "Mirror_addressId_fkey" FOREIGN KEY ("addressId") REFERENCES "DeliveryAddress"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "Mirror" TO greenroom_app;
  END IF;
END
$$;
