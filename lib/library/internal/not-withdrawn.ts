import { type Sql, sql } from "@/lib/db/sql";

const aliases = {
  v: sql`v.id`,
  o: sql`o.id`,
} as const satisfies Record<string, Sql>;

/** The condition that a version, under this alias, is one that agents may get. */
export const notWithdrawn = (alias: keyof typeof aliases): Sql =>
  sql`NOT EXISTS (SELECT FROM "VersionWithdrawal" w WHERE w."versionId" = ${aliases[alias]})`;
