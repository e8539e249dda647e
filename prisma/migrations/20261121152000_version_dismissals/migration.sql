-- AlterTable
ALTER TABLE "Version" ADD COLUMN     "dismissals" JSONB NOT NULL DEFAULT '[]';
