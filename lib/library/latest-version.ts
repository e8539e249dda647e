import "server-only";
import { sql } from "@/lib/db/sql";

/** What `latest` stands for (see `resolve-follow.ts`), as a part of a query for the versions of one skill. */
export const latestVersion = { where: { withdrawal: null }, orderBy: { number: "desc" } } as const;

/** The same in SQL: the one row, or none, of a skill `s`. */
export const latestVersionSql = sql`
  SELECT o.id, o.number, o.digest FROM "Version" o
  WHERE o."skillId" = s.id AND NOT EXISTS (SELECT FROM "VersionWithdrawal" w WHERE w."versionId" = o.id)
  ORDER BY o.number DESC LIMIT 1`;
