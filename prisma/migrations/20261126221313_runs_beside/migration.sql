-- A suite is tried beside other bytes of a sibling, to see what a change of that sibling does to it. Such runs name the
-- sibling, and are in none of the suite's own figures and counts. "besideDigest" is null where the sibling was left out.
ALTER TABLE "SuiteRun"
  ADD COLUMN "besideSkillId" UUID,
  ADD COLUMN "besideSkill" TEXT,
  ADD COLUMN "besideVersion" INTEGER,
  ADD COLUMN "besideRevision" INTEGER,
  ADD COLUMN "besideDigest" CHAR(64);
CREATE INDEX "SuiteRun_workspaceId_besideSkillId_idx" ON "SuiteRun" ("workspaceId", "besideSkillId");

-- What a policy asks of proof (lib/reviews/proof-policy-schema.ts); null: nothing.
ALTER TABLE "ReviewPolicy" ADD COLUMN "proof" JSON;

-- The runs of suites that stood on the page when a verdict was given, with what they said at that moment.
ALTER TABLE "ReviewVerdict" ADD COLUMN "runs" JSON NOT NULL DEFAULT '[]';
