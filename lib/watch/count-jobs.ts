import "server-only";
import { z } from "zod";
import type { Db } from "@/lib/db/client";

const jobKinds = [
  "run",
  "trial",
  "judgement",
  "suite-run",
  "improvement",
  "radar-run",
  "source",
  "mirror",
  "import",
] as const;
const jobStates = ["waiting", "running", "failed"] as const;

const countSchema = z.object({
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  count: z.number(),
  /** Seconds that the oldest has been at it or waiting; null where nothing says since when. */
  oldestSeconds: z.number().nullable(),
});
export type JobCount = z.infer<typeof countSchema>;

/**
 * What the database holds of work that is not over, of every workspace, and what failed within a day (of sources and
 * mirrors: whose last attempt failed). Only what is there is counted, by indexes or in tables that stay small.
 */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH job(kind, state, since) AS (
      SELECT 'run', 'running', "startedAt" FROM "Run" WHERE state = 'running'
      UNION ALL
      SELECT 'trial', CASE t.state WHEN 'queued' THEN 'waiting' ELSE t.state END, s."createdAt"
      FROM "SuiteRun" s JOIN "Trial" t ON t."suiteRunId" = s.id
      WHERE s.state IN ('queued', 'running') AND t.state IN ('queued', 'running')
      UNION ALL
      SELECT 'judgement', CASE j.state WHEN 'queued' THEN 'waiting' ELSE j.state END, s."createdAt"
      FROM "SuiteRun" s JOIN "Judgement" j ON j."suiteRunId" = s.id
      WHERE s.state IN ('queued', 'running') AND j.state IN ('queued', 'running')
      UNION ALL
      SELECT 'suite-run', CASE state WHEN 'queued' THEN 'waiting' ELSE state END, "createdAt"
      FROM "SuiteRun"
      WHERE state IN ('queued', 'running') OR (state = 'failed' AND "endedAt" > now() - interval '1 day')
      UNION ALL
      SELECT 'improvement', state, "createdAt" FROM "Improvement"
      WHERE state = 'running' OR (state = 'failed' AND "endedAt" > now() - interval '1 day')
      UNION ALL
      SELECT 'radar-run', state, "createdAt" FROM "RadarRun" WHERE state = 'running'
      UNION ALL
      SELECT 'source', CASE WHEN "leaseUntil" > now() THEN 'running' ELSE 'waiting' END,
        LEAST("nextAt", "hookDueAt")
      FROM "Source" WHERE "leaseUntil" > now() OR "nextAt" <= now() OR "hookDueAt" <= now()
      UNION ALL
      SELECT 'source', 'failed', "failedAt" FROM "Source" WHERE failure IS NOT NULL
      UNION ALL
      SELECT 'mirror', CASE WHEN "leaseUntil" > now() THEN 'running' ELSE 'waiting' END, "nextAt"
      FROM "Mirror" WHERE "leaseUntil" > now() OR "nextAt" <= now()
      UNION ALL
      SELECT 'mirror', 'failed', "failedAt" FROM "Mirror" WHERE failure IS NOT NULL
      UNION ALL
      SELECT 'import', CASE state WHEN 'failed' THEN 'failed' ELSE 'running' END, "createdAt" FROM "Import"
      WHERE (state IN ('reading', 'storing') AND "leaseUntil" > now())
        OR (state = 'failed' AND "createdAt" > now() - interval '1 day')
    )
    SELECT kind, state, count(*)::float8 AS count,
      extract(epoch FROM now() - min(since))::float8 AS "oldestSeconds"
    FROM job GROUP BY kind, state ORDER BY kind, state`;
  return countSchema.array().parse(rows);
}
