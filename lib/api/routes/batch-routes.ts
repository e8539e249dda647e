import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { runBatch } from "@/lib/batches/commands/run-batch";
import { undoBatch } from "@/lib/batches/commands/undo-batch";
import { getSkillsTarget } from "@/lib/batches/export-for-target";
import { askTargetSchema, exportFormSchema, exportSkillsSchema } from "@/lib/batches/export-schema";
import { exportSkills, reportExport } from "@/lib/batches/export-skills";
import { batchReportSchema, runBatchSchema, undoBatchSchema } from "@/lib/batches/schema";
import { setTargetSchema } from "@/lib/library/exports/target-schema";
import { streamedArchiveResponses, streamedAttachment } from "../attachment";
import { limitConcurrency } from "../limit-concurrency";
import { operationsUnder } from "../operation";
import {
  createApi,
  jsonBody,
  jsonResponse,
  problemResponses,
  savingResponses,
  tooManyResponse,
  workspaceParams,
} from "../route";

const tags = ["Skills"];
const operation = operationsUnder("Skills");
const path = "/workspaces/{workspace}/skills/batch";
const exportPath = "/workspaces/{workspace}/skills/export";
const report = jsonResponse(
  batchReportSchema,
  "What happened to each, or would: refusals are among the items",
);

/** The same for many skills at once. */
export const batchRoutes = createApi()
  .openapi(
    createRoute({
      method: "post",
      path,
      tags,
      summary: "Do the same to many skills, or say what it would do",
      description:
        "Publish, ask for review, assign, label, archive, delete, choose co-maintainers: for each skill what its own operation does, by the same rules, in a transaction of its own. One that is refused touches no other. `preview: true` answers the same and changes nothing. Sending it again is safe: what is done already is `unchanged`. One such call of a person goes on at a time.",
      middleware: [limitConcurrency("batch"), limitConcurrency("save")] as const,
      request: { params: workspaceParams, body: jsonBody(runBatchSchema) },
      responses: { 200: report, ...problemResponses, ...savingResponses },
    }),
    async (c) =>
      c.json(await runBatch(c.var.context, { ...c.req.valid("json"), signal: c.req.raw.signal }), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/undo`,
      tags,
      summary: "Undo what a call for many skills did",
      description: "With the `undo` of its items, as they were answered; each is done as in such a call.",
      middleware: [limitConcurrency("batch"), limitConcurrency("save")] as const,
      request: { params: workspaceParams, body: jsonBody(undoBatchSchema) },
      responses: { 200: report, ...problemResponses, ...savingResponses },
    }),
    async (c) =>
      c.json(await undoBatch(c.var.context, { ...c.req.valid("json"), signal: c.req.raw.signal }), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: exportPath,
      tags,
      summary: "Download many skills as one archive",
      description:
        "A folder for each, as zip or tar.gz; with `target`, the form of one host instead (not together with `portable`), of at most 64 MiB and 8,000 files as they are stored. What cannot be exported, what a host refuses and what has no room is left out and named with its reason in the archive's `export-report.json`; 422 when nothing is left.",
      middleware: [limitConcurrency("read")] as const,
      request: { params: workspaceParams, body: jsonBody(exportSkillsSchema) },
      responses: { ...streamedArchiveResponses, ...problemResponses, ...tooManyResponse },
    }),
    async (c) => streamedAttachment(await exportSkills(c.var.context, c.req.valid("json"))),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${exportPath}/report`,
      tags,
      summary: "Say what an archive of many skills would hold, and what not and why",
      middleware: [limitConcurrency("read")] as const,
      request: { params: workspaceParams, body: jsonBody(exportFormSchema) },
      responses: { 200: report, ...problemResponses, ...tooManyResponse },
    }),
    async (c) => c.json(await reportExport(c.var.context, c.req.valid("json")), 200),
  )
  .openapiRoutes([
    operation("post", `${exportPath}/targets`, {
      summary: "Say what a host would get of many skills, and what stays here and why",
      params: workspaceParams,
      body: askTargetSchema,
      answer: jsonResponse(setTargetSchema, "Skill by skill"),
      turn: "read",
      run: getSkillsTarget,
    }),
  ]);
