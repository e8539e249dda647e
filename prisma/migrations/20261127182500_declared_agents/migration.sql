-- Which configuration file says what these are; null: people do, here.
ALTER TABLE "Agent" ADD COLUMN "declaredIn" TEXT;
ALTER TABLE "ReviewPolicy" ADD COLUMN "declaredIn" TEXT;
