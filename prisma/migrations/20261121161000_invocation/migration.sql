-- AlterTable
ALTER TABLE "Draft" ADD COLUMN     "modelInvocable" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "userInvocable" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "whenToUse" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Version" ADD COLUMN     "modelInvocable" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "userInvocable" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "whenToUse" TEXT NOT NULL DEFAULT '';
