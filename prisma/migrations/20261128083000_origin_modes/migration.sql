-- Which files of a skill that was read from a folder were executable there: no digest says anything of them.
ALTER TABLE "SkillOrigin" ADD COLUMN "executables" JSONB;
