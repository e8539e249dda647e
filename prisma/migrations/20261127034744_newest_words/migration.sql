-- What lists know of a skill is the newest run of each suite that says something, and they are sorted and filtered by it:
-- one row of the index for each, however many runs a skill has.
CREATE INDEX "SuiteRun_newest_word_idx" ON "SuiteRun"("skillId", "suite", "number")
  WHERE "modelKind" = 'live' AND state = 'done' AND "removedAt" IS NULL AND "improvementId" IS NULL
    AND figures IS NOT NULL AND "besideSkillId" IS NULL;
