-- CreateTable
CREATE TABLE "GitCommit" (
    "workspaceId" UUID NOT NULL,
    "history" CHAR(64) NOT NULL,
    "number" INTEGER NOT NULL,
    "agentId" UUID,
    "commit" CHAR(40) NOT NULL,
    "tree" CHAR(40) NOT NULL,
    "seconds" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "change" JSONB NOT NULL,
    "rootFiles" JSON NOT NULL,

    CONSTRAINT "GitCommit_pkey" PRIMARY KEY ("workspaceId","history","number")
);

-- CreateTable
CREATE TABLE "GitPackage" (
    "workspaceId" UUID NOT NULL,
    "key" CHAR(64) NOT NULL,
    "tree" CHAR(40),
    "why" TEXT,
    "files" JSONB NOT NULL,
    "skillFile" BYTEA,

    CONSTRAINT "GitPackage_pkey" PRIMARY KEY ("workspaceId","key")
);

-- CreateIndex
CREATE INDEX "GitCommit_agentId_idx" ON "GitCommit"("agentId");

-- AddForeignKey
ALTER TABLE "GitCommit" ADD CONSTRAINT "GitCommit_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitCommit" ADD CONSTRAINT "GitCommit_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GitPackage" ADD CONSTRAINT "GitPackage_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Ids that were told stay true: the app's role, where there is one, adds rows and changes none.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT ON "GitCommit", "GitPackage" TO greenroom_app;
  END IF;
END
$$;
