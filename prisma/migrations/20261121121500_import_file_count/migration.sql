-- AlterTable
ALTER TABLE "ImportItem" ADD COLUMN     "fileCount" INTEGER NOT NULL DEFAULT 0;
