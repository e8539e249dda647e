import "server-only";
import { type Sql, sql } from "@/lib/db/sql";

/** What servers take from the runs of suites: sessions of cases and tasks, and pairs of answers that a judge compares. */
export type Work = "trial" | "judgement";

/** Both are leased and paid for in columns of the same names. */
export const workTables = {
  trial: sql`"Trial"`,
  judgement: sql`"Judgement"`,
} as const satisfies Record<Work, Sql>;
