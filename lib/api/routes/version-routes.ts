import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import {
  exportSkillSchema,
  portableReportQuerySchema,
  portableReportSchema,
} from "@/lib/library/export-schema";
import { exportSkill, getPortableReport } from "@/lib/library/export-skill";
import { getVersion, getVersionFile, listVersions, readVersionBytes } from "@/lib/library/get-version";
import {
  fileContentSchema,
  filePathQuerySchema,
  listVersionsSchema,
  versionListSchema,
  versionSchema,
  versionSummarySchema,
} from "@/lib/library/schema";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { publishSkillSchema } from "@/lib/reviews/schema";
import { attachment, attachmentResponse } from "../attachment";
import {
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  savingResponses,
  skillParams,
  tooManyResponse,
} from "../route";
import { takeTurn } from "../take-turn";

const tags = ["Versions"];
const path = "/workspaces/{workspace}/skills/{skill}";
const numbered = skillParams.extend({ number: rowNumberInAddress });

export const versionRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/versions`,
      tags,
      summary: "List the versions of a skill, newest first",
      request: { params: skillParams, query: listVersionsSchema },
      responses: { 200: jsonResponse(versionListSchema, "One page"), ...problemResponses },
    }),
    async (c) => c.json(await listVersions(c.var.context, inputOf(c, "query")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/versions`,
      tags,
      summary: "Publish the draft as an immutable version",
      description:
        "Errors, and blocking findings that nobody dismissed, are answered with 422 and named in `details`.",
      middleware: [takeTurn("save")] as const,
      request: { params: skillParams, body: jsonBody(publishSkillSchema) },
      responses: {
        201: jsonResponse(versionSummarySchema, "Published"),
        ...problemResponses,
        ...savingResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await publishSkill(c.var.context, inputOf(c, "json")), 201),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/versions/{number}`,
      tags,
      summary: "Get a version and its files",
      request: { params: numbered },
      responses: { 200: jsonResponse(versionSchema, "The version"), ...problemResponses },
    }),
    async (c) => c.json(await getVersion(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/versions/{number}/file`,
      tags,
      summary: "Get one file of a version, with its text",
      request: { params: numbered, query: filePathQuerySchema },
      responses: { 200: jsonResponse(fileContentSchema, "The file"), ...problemResponses },
    }),
    async (c) => c.json(await getVersionFile(c.var.context, inputOf(c, "query")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/versions/{number}/raw`,
      tags,
      summary: "Download one file of a version",
      request: { params: numbered, query: filePathQuerySchema },
      responses: { 200: attachmentResponse, ...problemResponses },
    }),
    async (c) => attachment(c.req.raw, await readVersionBytes(c.var.context, inputOf(c, "query"))),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/export`,
      tags,
      summary: "Download a skill as zip or tar.gz: the same version is the same bytes every time",
      description:
        "`portable=true` gives the form that every host accepts: fields of single hosts stand under metadata, and the reference validator agrees. A package that has none is answered with 422 and the rules in `details`.",
      middleware: [takeTurn("read")] as const,
      request: { params: skillParams, query: exportSkillSchema },
      responses: { 200: attachmentResponse, ...problemResponses, ...tooManyResponse },
    }),
    async (c) => attachment(c.req.raw, await exportSkill(c.var.context, inputOf(c, "query"))),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/export/portable`,
      tags,
      summary: "Say what the portable form of a skill changes, and what stands in its way",
      middleware: [takeTurn("read")] as const,
      request: { params: skillParams, query: portableReportQuerySchema },
      responses: {
        200: jsonResponse(portableReportSchema, "The report"),
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) => c.json(await getPortableReport(c.var.context, inputOf(c, "query")), 200),
  );
