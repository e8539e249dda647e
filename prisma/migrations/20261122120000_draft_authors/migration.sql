-- AlterTable
ALTER TABLE "Draft" ADD COLUMN     "findingsRevision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Version" ADD COLUMN     "findingsRevision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "ReviewVerdict" ADD COLUMN     "findingsRevision" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "DraftAuthor" (
    "skillId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "sinceVersion" INTEGER NOT NULL,
    "userId" UUID NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DraftAuthor_pkey" PRIMARY KEY ("skillId","sinceVersion","userId")
);

-- AddForeignKey
ALTER TABLE "DraftAuthor" ADD CONSTRAINT "DraftAuthor_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who wrote what is there already, as far as it is known: saves, the audit trail, suggestions that were applied, who uploaded
-- what was imported, and whoever saved last. A moment that a version shares with a save leaves the save after the version.
WITH saved AS (
  SELECT "skillId", "savedById" AS "userId", "savedAt" AS at FROM "DraftSave"
  UNION ALL
  SELECT id, "createdById", "createdAt" FROM "Skill"
  UNION ALL
  SELECT s.id, a."actorId", a.at
  FROM "Audit" a JOIN "Skill" s ON a."workspaceId" = s."workspaceId" AND a."objectId" = s.id::text
  WHERE a."objectType" = 'skill' AND a."actorId" IS NOT NULL
    AND a.action IN ('skill.created', 'skill.imported', 'skill.duplicated', 'skill.renamed', 'draft.saved', 'draft.restored', 'draft.imported')
  UNION ALL
  SELECT s.id, i."createdById", a.at
  FROM "Audit" a JOIN "Skill" s ON a."workspaceId" = s."workspaceId" AND a."objectId" = s.id::text
  JOIN "Import" i ON i.id::text = a.detail ->> 'importId' AND i."workspaceId" = a."workspaceId"
  WHERE a."objectType" = 'skill' AND a.action IN ('skill.imported', 'draft.imported')
  UNION ALL
  SELECT r."skillId", c."authorId", c."appliedAt"
  FROM "Comment" c JOIN "Thread" t ON t.id = c."threadId" JOIN "Review" r ON r.id = t."reviewId"
  WHERE c."appliedAt" IS NOT NULL
), placed AS (
  SELECT "skillId", "userId", at,
    coalesce((SELECT max(number) FROM "Version" v WHERE v."skillId" = saved."skillId" AND v."createdAt" <= saved.at), 0) AS since
  FROM saved
), last AS (
  SELECT d."skillId", d."updatedById" AS "userId", d."updatedAt" AS at, coalesce(v.number, 0) AS since
  FROM "Draft" d
  LEFT JOIN LATERAL (
    SELECT number, digest FROM "Version" v WHERE v."skillId" = d."skillId" ORDER BY number DESC LIMIT 1
  ) v ON true
  WHERE v.digest IS DISTINCT FROM d.digest
), copied AS (
  -- A copy is written by whoever wrote what was copied.
  SELECT s.id AS "skillId", p."userId", a.at, 0 AS since
  FROM "Audit" a JOIN "Skill" s ON a."workspaceId" = s."workspaceId" AND a."objectId" = s.id::text
  JOIN "Skill" source ON source."workspaceId" = s."workspaceId" AND source.name = a.detail ->> 'from' AND source.id <> s.id
  JOIN placed p ON p."skillId" = source.id AND p.at <= a.at
  WHERE a."objectType" = 'skill' AND a.action = 'skill.duplicated'
), everybody AS (
  SELECT * FROM placed UNION ALL SELECT * FROM last UNION ALL SELECT * FROM copied
), people AS (
  SELECT "skillId", "userId", at, since FROM everybody
  UNION ALL
  -- Of a machine: whoever made a key of it.
  SELECT e."skillId", k."createdById", e.at, e.since
  FROM everybody e JOIN "Skill" s ON s.id = e."skillId"
  JOIN "ApiKey" k ON k."workspaceId" = s."workspaceId" AND k."userId" = e."userId"
)
INSERT INTO "DraftAuthor" ("skillId", "workspaceId", "sinceVersion", "userId", "savedAt")
SELECT p."skillId", s."workspaceId", p.since, p."userId", min(p.at)
FROM people p JOIN "Skill" s ON s.id = p."skillId"
GROUP BY p."skillId", s."workspaceId", p.since, p."userId";

-- What was approved before a finding was dismissed or restored was approved without it.
UPDATE "Draft" d SET "findingsRevision" = 1
WHERE EXISTS (
  SELECT FROM "Review" r JOIN "ReviewVerdict" v ON v."reviewId" = r.id
  WHERE r."skillId" = d."skillId" AND r.state <> 'published' AND v.kind = 'approved'
    AND (
      EXISTS (SELECT FROM "FindingDismissal" f WHERE f."skillId" = d."skillId" AND f."dismissedAt" >= v.at)
      OR EXISTS (
        SELECT FROM "Audit" a
        WHERE a."workspaceId" = d."workspaceId" AND a."objectId" = d."skillId"::text
          AND a.action IN ('finding.dismissed', 'finding.restored') AND a.at >= v.at
      )
    )
);

CREATE TRIGGER greenroom_keep_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON "DraftAuthor"
FOR EACH STATEMENT EXECUTE FUNCTION greenroom_keep_rows();

-- The app's role, where there is one: nobody is taken off.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT ON "DraftAuthor" TO greenroom_app;
  END IF;
END
$$;
