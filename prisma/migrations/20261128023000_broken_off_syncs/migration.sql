-- What was said of a text that lies in a folder, for the next reading that finds it unchanged.
ALTER TABLE "SkillOrigin" ADD COLUMN "notes" JSONB;

-- A text that was written into a draft, until it was seen to that it is published or reviewed.
ALTER TABLE "SourceSkill" ADD COLUMN "owedRevision" TEXT;

ALTER TABLE "Source" ADD COLUMN "leaseById" UUID,
  ADD COLUMN "parts" JSONB,
  ADD COLUMN "shadowed" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "DirectoryLoad" ADD COLUMN "shadowed" JSONB NOT NULL DEFAULT '[]';

-- Pages of skills read these alone.
UPDATE "Source" SET "shadowed" = (
  SELECT COALESCE(jsonb_agg(jsonb_build_object('skill', e->'skill', 'path', e->'path', 'message', e->'message')), '[]')
  FROM jsonb_array_elements("report"->'entries') AS e
  WHERE e->>'outcome' = 'duplicate' AND e->>'skill' IS NOT NULL
) WHERE "report" IS NOT NULL;
UPDATE "DirectoryLoad" SET "shadowed" = (
  SELECT COALESCE(jsonb_agg(jsonb_build_object('skill', e->'skill', 'path', e->'path', 'message', e->'message')), '[]')
  FROM jsonb_array_elements("entries") AS e
  WHERE e->>'outcome' = 'duplicate' AND e->>'skill' IS NOT NULL
);
