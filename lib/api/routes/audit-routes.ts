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
import {
  createApi,
  jsonBody,
  jsonResponse,
  problemResponses,
  tooManyResponse,
  workspaceParams,
} from "../route";
import { takeTurn } from "../take-turn";

const tags = ["Audit"];
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

const retentionSetResponses = {
  200: jsonResponse(auditRetentionSchema.extend({ removed: z.number().int() }), "Set"),
  ...problemResponses,
} as const;

export const auditRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: base,
      tags,
      summary: "Read the audit trail",
      description: "Newest first. Rows are never changed; see the retention for how long they are kept.",
      request: { params: workspaceParams, query: listAuditSchema },
      responses: { 200: jsonResponse(auditListSchema, "One page"), ...problemResponses },
    }),
    async (c) => c.json(await listAudit(c.var.context, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/export`,
      tags,
      summary: "Export the audit trail, or what fits a filter",
      description:
        "Streamed, newest first. In CSV an apostrophe stands before what a spreadsheet would take for a formula.",
      middleware: [takeTurn("read")] as const,
      request: { params: workspaceParams, query: exportAuditSchema },
      responses: exportResponses,
    }),
    async (c) => streamedAttachment(await exportAudit(c.var.context, c.req.valid("query"))),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${base}/retention`,
      tags,
      summary: "Say how long audit rows are kept",
      request: { params: workspaceParams },
      responses: { 200: jsonResponse(auditRetentionSchema, "The setting"), ...problemResponses },
    }),
    async (c) => c.json(await getAuditRetention(c.var.context), 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: `${base}/retention`,
      tags,
      summary: "Set how long audit rows are kept",
      description: "Older ones are removed at once and then daily, for good; a row that says how many stays.",
      request: { params: workspaceParams, body: jsonBody(auditRetentionSchema) },
      responses: retentionSetResponses,
    }),
    async (c) => c.json(await setAuditRetention(c.var.context, c.req.valid("json")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/instance/audit",
      tags: operatorTags,
      summary: "Read the audit trail of this installation",
      description:
        "For operators. What belongs to no workspace: signing in and being refused (`sign-in.refused`, with reason and " +
        "count), accounts, operators. Newest first; see the retention for how long rows are kept.",
      request: { query: listAuditSchema },
      responses: { 200: jsonResponse(auditListSchema, "One page"), ...problemResponses },
    }),
    async (c) => c.json(await listInstanceAudit(c.var.person, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/instance/audit/export",
      tags: operatorTags,
      summary: "Export the audit trail of this installation, or what fits a filter",
      description: "For operators. Streamed like a workspace's.",
      middleware: [takeTurn("read")] as const,
      request: { query: exportAuditSchema },
      responses: exportResponses,
    }),
    async (c) => streamedAttachment(await exportInstanceAudit(c.var.person, c.req.valid("query"))),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/instance/audit/retention",
      tags: operatorTags,
      summary: "Say how long audit rows of this installation are kept",
      description: "For operators. A year until one of them says otherwise.",
      responses: { 200: jsonResponse(auditRetentionSchema, "The setting"), ...problemResponses },
    }),
    async (c) => c.json(await getInstanceAuditRetention(c.var.person), 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/instance/audit/retention",
      tags: operatorTags,
      summary: "Set how long audit rows of this installation are kept",
      description:
        "For operators. Older ones are removed at once and then daily, for good; a row that says how many stays.",
      request: { body: jsonBody(auditRetentionSchema) },
      responses: retentionSetResponses,
    }),
    async (c) => c.json(await setInstanceAuditRetention(c.var.person, c.req.valid("json")), 200),
  );
