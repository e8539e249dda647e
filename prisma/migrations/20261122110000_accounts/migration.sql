-- CreateEnum
CREATE TYPE "ResetOrigin" AS ENUM ('mail', 'operator', 'workspace', 'machine');

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "deactivatedAt" TIMESTAMPTZ(3),
ADD COLUMN     "lastSignedInAt" TIMESTAMPTZ(3),
ADD COLUMN     "passwordSetAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ResetLink" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "tokenHash" CHAR(64) NOT NULL,
    "origin" "ResetOrigin" NOT NULL,
    "createdById" UUID,
    "workspaceId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ResetLink_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ResetLink_tokenHash_key" ON "ResetLink"("tokenHash");

-- CreateIndex
CREATE INDEX "ResetLink_userId_createdAt_idx" ON "ResetLink"("userId", "createdAt");

-- AddForeignKey
ALTER TABLE "ResetLink" ADD CONSTRAINT "ResetLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ResetLink" ADD CONSTRAINT "ResetLink_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- When people last signed in is known from the trail so far.
UPDATE "User" SET "lastSignedInAt" = seen."at"
FROM (SELECT "actorId", max("at") AS "at" FROM "Audit" WHERE action = 'person.signed-in' GROUP BY "actorId") AS seen
WHERE seen."actorId" = "User"."id";

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ResetLink" TO greenroom_app;
  END IF;
END
$$;
