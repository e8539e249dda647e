-- What the numbers of a mirror's commits count in: chosen skills have another history once one of them is deleted.
-- Null stays for what was noted before, which counts in the only history that there was.
ALTER TABLE "Mirror" ADD COLUMN "pushedHistory" CHAR(64),
ADD COLUMN "sentHistory" CHAR(64),
ADD COLUMN "triedHistory" CHAR(64);
