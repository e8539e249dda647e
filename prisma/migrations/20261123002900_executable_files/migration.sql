-- Whether a file may be run by its owner. No part of any digest; files from before were all kept without it.
ALTER TABLE "DraftFile" ADD COLUMN "executable" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "VersionFile" ADD COLUMN "executable" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "ImportFile" ADD COLUMN "executable" BOOLEAN NOT NULL DEFAULT false;
