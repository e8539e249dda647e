-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN     "reviewCount" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Thread" ADD COLUMN     "fileSha256" CHAR(64);

-- CreateIndex
CREATE INDEX "Thread_fileSha256_idx" ON "Thread"("fileSha256");

