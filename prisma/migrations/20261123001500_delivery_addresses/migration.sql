-- CreateTable
CREATE TABLE "DeliveryAddress" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" CHAR(64) NOT NULL,
    "sealedToken" BYTEA NOT NULL,
    "agentId" UUID,
    "label" TEXT,
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "lastFetchedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "DeliveryAddress_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "DeliveryAddress_one_kind_check" CHECK ("agentId" IS NULL OR "label" IS NULL)
);

-- CreateTable
CREATE TABLE "DeliveryAddressSkill" (
    "addressId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,

    CONSTRAINT "DeliveryAddressSkill_pkey" PRIMARY KEY ("addressId", "skillId")
);

-- CreateIndex
CREATE UNIQUE INDEX "DeliveryAddress_hash_key" ON "DeliveryAddress"("hash");

-- CreateIndex
CREATE INDEX "DeliveryAddress_workspaceId_idx" ON "DeliveryAddress"("workspaceId");

-- CreateIndex
CREATE INDEX "DeliveryAddress_agentId_idx" ON "DeliveryAddress"("agentId");

-- CreateIndex
CREATE INDEX "DeliveryAddressSkill_skillId_idx" ON "DeliveryAddressSkill"("skillId");

-- AddForeignKey
ALTER TABLE "DeliveryAddress" ADD CONSTRAINT "DeliveryAddress_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliveryAddress" ADD CONSTRAINT "DeliveryAddress_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliveryAddressSkill" ADD CONSTRAINT "DeliveryAddressSkill_addressId_fkey" FOREIGN KEY ("addressId") REFERENCES "DeliveryAddress"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliveryAddressSkill" ADD CONSTRAINT "DeliveryAddressSkill_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "DeliveryAddress", "DeliveryAddressSkill" TO greenroom_app;
  END IF;
END
$$;
