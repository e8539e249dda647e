import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { setAuditRetention } from "@/lib/audit/commands/set-audit-retention";
import { setInstanceAuditRetention } from "@/lib/audit/commands/set-instance-audit-retention";
import { exportAudit, exportInstanceAudit } from "@/lib/audit/export-audit";
import {
  getAuditRetention,
  getInstanceAuditRetention,
  listAudit,
  listInstanceAudit,
} from "@/lib/audit/queries";
import {
  auditListSchema,
  auditRetentionSchema,
  auditRowSchema,
  exportAuditSchema,
  listAuditSchema,
} from "@/lib/audit/schema";
import { streamedAttachment } from "../attachment";
import { limitConcurrency } from "../limit-concurrency";
import { operationsUnder, personOperationsUnder } from "../operation";
import { createApi, jsonResponse, problemResponses, tooManyResponse, workspaceParams } from "../route";

const tags = ["Audit"];
const operation = operationsUnder("Audit");
const operatorOperation = personOperationsUnder("Operators");
const operatorTags = ["Operators"];
const base = "/workspaces/{workspace}/audit";

const exportResponses = {
  200: {
    description: "A file",
    content: {
      "text/csv": { schema: z.string() },
      "application/json": { schema: z.array(auditRowSchema) },
    },
  },
  ...problemResponses,
  ...tooManyResponse,
} as const;

const retentionSet = jsonResponse(auditRetentionSchema.extend({ removed: z.number().int() }), "Set");

export const auditRoutes = createApi()
  .openapiRoutes([
    operation("get", base, {
      summary: "Read the audit trail",
      description: "Newest first. Rows are never changed; see the retention for how long they are kept.",
      params: workspaceParams,
      query: listAuditSchema,
      answer: jsonResponse(auditListSchema, "One page"),
      run: listAudit,
    }),
  ])
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/export`,
      tags,
      summary: "Export the audit trail, or what fits a filter",
      description:
        "Streamed, newest first. In CSV an apostrophe stands before what a spreadsheet would take for a formula.",
      middleware: [limitConcurrency("read")] as const,
      request: { params: workspaceParams, query: exportAuditSchema },
      responses: exportResponses,
    }),
    async (c) => streamedAttachment(await exportAudit(c.var.context, c.req.valid("query"))),
  )
  .openapiRoutes([
    operation("get", `${base}/retention`, {
      summary: "Say how long audit rows are kept",
      params: workspaceParams,
      answer: jsonResponse(auditRetentionSchema, "The setting"),
      run: getAuditRetention,
    }),
    operation("put", `${base}/retention`, {
      summary: "Set how long audit rows are kept",
      description: "Older ones are removed at once and then daily, for good; a row that says how many stays.",
      params: workspaceParams,
      body: auditRetentionSchema,
      answer: retentionSet,
      run: setAuditRetention,
    }),
    operatorOperation("get", "/instance/audit", {
      summary: "Read the audit trail of this installation",
      description:
        "For operators. What belongs to no workspace: signing in and being refused (`sign-in.refused`, with reason and " +
        "count), accounts, operators. Newest first; see the retention for how long rows are kept.",
      query: listAuditSchema,
      answer: jsonResponse(auditListSchema, "One page"),
      run: listInstanceAudit,
    }),
  ])
  .openapi(
    createRoute({
      method: "get",
      path: "/instance/audit/export",
      tags: operatorTags,
      summary: "Export the audit trail of this installation, or what fits a filter",
      description: "For operators. Streamed like a workspace's.",
      middleware: [limitConcurrency("read")] as const,
      request: { query: exportAuditSchema },
      responses: exportResponses,
    }),
    async (c) => streamedAttachment(await exportInstanceAudit(c.var.person, c.req.valid("query"))),
  )
  .openapiRoutes([
    operatorOperation("get", "/instance/audit/retention", {
      summary: "Say how long audit rows of this installation are kept",
      description: "For operators. A year until one of them says otherwise.",
      answer: jsonResponse(auditRetentionSchema, "The setting"),
      run: getInstanceAuditRetention,
    }),
    operatorOperation("put", "/instance/audit/retention", {
      summary: "Set how long audit rows of this installation are kept",
      description:
        "For operators. Older ones are removed at once and then daily, for good; a row that says how many stays.",
      body: auditRetentionSchema,
      answer: retentionSet,
      run: setInstanceAuditRetention,
    }),
  ]);
