-- Names that differ only in case or in the form of their letters are one name, taken once in a workspace.
ALTER TABLE "Skill" ADD COLUMN "nameKey" TEXT;

-- The question mark is in no fold, so these keys are unique as the names are.
UPDATE "Skill" SET "nameKey" = '?' || "name";

-- ASCII folds here as it does in the application; other names are folded when the next server starts. Where several
-- skills share a fold, the oldest has it: the others stay, marked, until they are renamed or it is free.
UPDATE "Skill" s SET "nameKey" = lower(s."name" COLLATE "C")
WHERE octet_length(s."name") = char_length(s."name")
  AND NOT EXISTS (
    SELECT 1 FROM "Skill" o
    WHERE o."workspaceId" = s."workspaceId"
      AND lower(o."name" COLLATE "C") = lower(s."name" COLLATE "C")
      AND (o."createdAt", o."id") < (s."createdAt", s."id")
  );

ALTER TABLE "Skill" ALTER COLUMN "nameKey" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "Skill_workspaceId_nameKey_key" ON "Skill"("workspaceId", "nameKey");
