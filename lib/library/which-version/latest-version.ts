import "server-only";
import { sql } from "@/lib/db/sql";

/** What `latest` stands for (see `resolve-follow.ts`), as a part of a query for the versions of one skill. */
export const latestVersion = { where: { withdrawal: null }, orderBy: { number: "desc" } } as const;

/** Versions `o` with the withdrawal of each in `w`. */
export const versionsSql = sql`"Version" o LEFT JOIN "VersionWithdrawal" w ON w."versionId" = o.id`;
/** The order of `versionsSql` in which the first is what `latest` stands for; where all are withdrawn, the newest. */
export const latestFirstSql = sql`w."versionId" IS NOT NULL, o.number DESC`;

/** The same in SQL: the one row, or none, of a skill `s`. */
export const latestVersionSql = sql`
  SELECT o.id, o.number, o.digest FROM ${versionsSql}
  WHERE o."skillId" = s.id AND w."versionId" IS NULL
  ORDER BY ${latestFirstSql} LIMIT 1`;
