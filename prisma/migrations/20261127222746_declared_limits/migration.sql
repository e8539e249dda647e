-- Which configuration file says what the limits of conversations are; null: people do, here.
ALTER TABLE "Workspace" ADD COLUMN "limitsDeclaredIn" TEXT;
