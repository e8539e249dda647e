-- The folder that a skill came in, where its name is another: it goes out under it where hosts do not mind.
ALTER TABLE "Skill" ADD COLUMN "folder" TEXT;
