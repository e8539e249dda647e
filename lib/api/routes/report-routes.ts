import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { stopping } from "@/lib/platform/stopping";
import { isGoingOn } from "@/lib/proof/proof-options";
import { getRunReport } from "@/lib/proof/reports/get-run-report";
import { getRunReportSchema, runReportSchema } from "@/lib/proof/reports/report-schema";
import { waitForSuiteRun } from "@/lib/proof/runs/wait-for-suite-run";
import { suiteRunSchema } from "@/lib/proof/schema";
import { limitConcurrency } from "../limit-concurrency";
import {
  type ApiEnv,
  conflictResponse,
  createApi,
  jsonResponse,
  problemResponses,
  skillParams,
  tooManyResponse,
} from "../route";

/** Who waits for an end takes no turn from those who read. */
const turns = { reading: limitConcurrency("read"), waiting: limitConcurrency("stream") };
const limitReports = createMiddleware<ApiEnv>((c, next) =>
  c.req.query("wait") === undefined ? turns.reading(c, next) : turns.waiting(c, next),
);

const readReport = createRoute({
  method: "get",
  path: "/workspaces/{workspace}/skills/{skill}/suite-runs/{number}/report",
  tags: ["Proof"],
  summary: "Hold a run to a gate, and read a report of it",
  description:
    "`gate.code` is what a check in CI exits with: 0 pass, 1 regression, 2 a golden task failed, 3 invalid measurement, " +
    "which a run without a live model always is. A run of a trigger suite is compared with `against`, or with the newest " +
    "of a published version with the same agent and model, by the exact McNemar test over cases; an effect run with the " +
    "version that was tried beside it. Reports (`format`) are written of both. With `wait` it answers when the run has " +
    "ended, or after so many seconds with 202 and `Retry-After`: ask again. Without it, 409 while the run goes on.",
  middleware: [limitReports] as const,
  request: { params: skillParams.extend({ number: rowNumberInAddress }), query: getRunReportSchema },
  responses: {
    200: jsonResponse(runReportSchema, "The gate's word and the report"),
    202: jsonResponse(suiteRunSchema, "It goes on"),
    ...problemResponses,
    ...tooManyResponse,
    ...conflictResponse,
  },
});

export const reportRoutes = createApi().openapi(readReport, async (c) => {
  const { context } = c.var;
  const { skill, number } = c.req.valid("param");
  const asked = c.req.valid("query");
  const signal = AbortSignal.any([c.req.raw.signal, stopping()]);
  if (asked.wait !== undefined) {
    const run = await waitForSuiteRun(context, { skill, number, seconds: asked.wait, signal });
    if (isGoingOn(run.state)) return c.json(run, 202, { "retry-after": "1" });
  }
  return c.json(await getRunReport(context, { skill, number, ...asked }), 200);
});
