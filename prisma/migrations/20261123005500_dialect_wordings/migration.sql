-- CreateTable
CREATE TABLE "DialectWording" (
    "workspaceId" UUID NOT NULL,
    "dialect" TEXT NOT NULL,
    "hostVersion" TEXT,
    "wording" JSONB NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "texts" INTEGER NOT NULL,
    "takenById" UUID NOT NULL,
    "takenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DialectWording_pkey" PRIMARY KEY ("workspaceId","dialect")
);

-- AddForeignKey
ALTER TABLE "DialectWording" ADD CONSTRAINT "DialectWording_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "DialectWording" TO greenroom_app;
  END IF;
END
$$;
