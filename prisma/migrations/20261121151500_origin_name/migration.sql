-- A skill read from disk may be renamed here afterwards: what SKILL.md calls it on disk finds it again. Nothing has filled the table yet.
ALTER TABLE "SkillOrigin" ADD COLUMN "name" TEXT NOT NULL;
