import "server-only";
import { type Sql, sql } from "@/lib/db/sql";
import { latestVersionSql } from "./which-version/latest-version";

/**
 * The newest run of a suite of the skill `s` that a live model answered to its end, as `run`: what is known of a skill in
 * lists. Scripted runs measure nothing, and what was deleted, is not judged yet, or tried a text that the skill does not have
 * or a sibling's draft beside it, says nothing. The index "SuiteRun_newest_word_idx" holds exactly these.
 */
export const newestRunSql = (suite: "trigger" | "effect", columns: Sql): Sql => sql`
  SELECT ${columns} FROM "SuiteRun" run
  WHERE run."skillId" = s.id AND run.suite = ${suite} AND run."modelKind" = 'live' AND run.state = 'done'
    AND run."removedAt" IS NULL AND run."improvementId" IS NULL AND run.figures IS NOT NULL
    AND run."besideSkillId" IS NULL
  ORDER BY run.number DESC LIMIT 1`;

/** Whether the draft `d` of the skill `s`, or its newest version that is not withdrawn, has the bytes of `run`; else null or false. */
export const isOfCurrentBytesSql = sql`(run.digest = d.digest
  OR run.digest = (SELECT latest.digest FROM (${latestVersionSql}) latest))`;

/** Its recall in its first host, from 0 to 1; below 0 where nothing was measured, so that such skills sort together. */
export const newestRecallSql = sql`coalesce((${newestRunSql(
  "trigger",
  sql`(run.figures->0->'recall'->>'share')::float8`,
)}), -1)`;
