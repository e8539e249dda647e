-- CreateTable
CREATE TABLE "DraftSave" (
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "paths" TEXT[],
    "savedById" UUID NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DraftSave_pkey" PRIMARY KEY ("skillId","revision")
);

-- AddForeignKey
ALTER TABLE "DraftSave" ADD CONSTRAINT "DraftSave_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Draft"("skillId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "ImportItem" ADD COLUMN     "blockingCount" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "errorCount" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "instructionTokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "metadataTokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "resourceTokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "warningCount" INTEGER NOT NULL DEFAULT 0;

-- The app's role, where there is one.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "DraftSave" TO greenroom_app;
  END IF;
END
$$;
