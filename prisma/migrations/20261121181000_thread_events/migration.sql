-- AlterTable
ALTER TABLE "Thread" ADD COLUMN     "eventType" TEXT,
ADD COLUMN     "turn" INTEGER;

