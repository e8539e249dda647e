-- How many approvals a draft needs that can do more than what is published, and which capabilities an approver was shown.
ALTER TABLE "ReviewPolicy" ADD COLUMN "growthApprovals" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "ReviewVerdict" ADD COLUMN "capabilities" CHAR(64);
