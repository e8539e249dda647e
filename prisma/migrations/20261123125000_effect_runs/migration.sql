-- Effect runs: tasks are tried in arms, and graders say of each trial whether it passed. What stands already is of trigger
-- suites, whose trials all have the skill in the catalogue.
ALTER TABLE "SuiteRun" ADD COLUMN "arms" JSON, ADD COLUMN "approvedVersion" INTEGER;
ALTER TABLE "Trial"
  ADD COLUMN "arm" TEXT NOT NULL DEFAULT 'found',
  ADD COLUMN "leftOut" TEXT,
  ADD COLUMN "grades" JSON;
