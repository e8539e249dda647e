-- How long rows of no workspace are kept: null for ever. Until now it was a year for everybody.
ALTER TABLE "Instance" ADD COLUMN "auditDays" INTEGER DEFAULT 365;
