import "server-only";
import { type Sql, sql } from "@/lib/db/sql";
import { leastRecall } from "@/lib/suites/least-recall";
import { evalsPath, triggerEvalPath } from "@/lib/suites/suite";
import { isOfCurrentBytesSql, newestRunSql } from "./newest-run-sql";

/**
 * One of `proofStandings`, over `"Skill" s` joined with `"Draft" d`: the figures are those of the run's first host, as in
 * lists. `OFFSET 0` keeps what was said apart, so that each run is looked for once and not in every branch.
 */
export const proofStandingSql = (workspaceId: string): Sql => sql`(
  SELECT CASE
    WHEN 'against' IN (said.found, said.helps) THEN 'worse'
    WHEN ${hasFile(triggerEvalPath)} AND coalesce(said.found, 'older') = 'older' THEN 'not-run'
    WHEN ${hasFile(evalsPath)} AND coalesce(said.helps, 'older') = 'older' THEN 'not-run'
    WHEN 'for' IN (said.found, said.helps) THEN 'proven'
    WHEN 'neither' IN (said.found, said.helps) THEN 'not-shown'
    ELSE 'no-cases' END
  FROM (SELECT (${saidSql("trigger", triggerWord(workspaceId))}) AS found, (${saidSql("effect", effectWord)}) AS helps
    OFFSET 0) said)`;

/** The draft has cases, or tasks. */
const hasFile = (path: string): Sql =>
  sql`EXISTS (SELECT FROM "DraftFile" f WHERE f."skillId" = s.id AND f.path = ${path})`;

/**
 * What the newest run says of the skill: for, against, neither, or that it is of older bytes; null where there is none. Its
 * figures are many and text: those of the first host are taken out once, as `first`.
 */
const saidSql = (suite: "trigger" | "effect", word: Sql): Sql => sql`
  SELECT CASE WHEN ${isOfCurrentBytesSql} THEN ${word} ELSE 'older' END
  FROM (${newestRunSql(suite, sql`run.digest, run.figures->0 AS first`)}) run`;

/** What the policy holds a trigger suite to; of precision null where nothing is asked. */
const floorSql = (workspaceId: string, figure: "recall" | "precision"): Sql => sql`
  (SELECT CASE WHEN ${figure}::text = 'recall' THEN greatest((p.proof->'triggers'->>'recall')::float8, ${leastRecall}::float8)
      ELSE (p.proof->'triggers'->>'precision')::float8 END
    FROM "ReviewPolicy" p
    WHERE p."workspaceId" = ${workspaceId}::uuid AND json_typeof(p.proof->'triggers') = 'object')`;

/** As the gate says it (`decideGate`): not measured, or an interval that begins below the floor; null where none is asked for. */
const isBelowSql = (workspaceId: string, figure: "recall" | "precision"): Sql => sql`
  coalesce((run.first->${figure}::text->>'low')::float8, -1) < ${floorSql(workspaceId, figure)}`;

/** Figures that nothing is asked of prove nothing. */
const triggerWord = (workspaceId: string): Sql => sql`
  CASE WHEN run.first->'verdict'->>'word' <> 'no-baseline' THEN 'neither'
    WHEN ${isBelowSql(workspaceId, "recall")} OR ${isBelowSql(workspaceId, "precision")} THEN 'against'
    WHEN greatest(${floorSql(workspaceId, "recall")}, ${floorSql(workspaceId, "precision")}) > 0 THEN 'for'
    ELSE 'neither' END`;

const isWorseThanPublishedSql = sql`run.first->'approved'->>'outcome' = 'worse'`;

/** As the gate says it (`decideEffectGate`): worse than without the skill, or than what is published. */
const effectWord = sql`
  CASE run.first->'verdict'->>'word'
    WHEN 'worse' THEN 'against'
    WHEN 'improved' THEN CASE WHEN ${isWorseThanPublishedSql} THEN 'against' ELSE 'for' END
    WHEN 'not-shown' THEN CASE WHEN ${isWorseThanPublishedSql} THEN 'against' ELSE 'neither' END
    ELSE 'neither' END`;
