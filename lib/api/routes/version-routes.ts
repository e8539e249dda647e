import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import {
  exportSkillSchema,
  portableReportQuerySchema,
  portableReportSchema,
} from "@/lib/library/exports/export-schema";
import { exportSkill, getPortableReport } from "@/lib/library/exports/export-skill";
import { getSkillTargets } from "@/lib/library/exports/export-target";
import { skillTargetsQuerySchema, skillTargetsSchema } from "@/lib/library/exports/target-schema";
import { fileContentSchema, filePathQuerySchema } from "@/lib/library/package-schema";
import {
  getVersion,
  getVersionFile,
  listVersions,
  readVersionBytes,
} from "@/lib/library/versions/get-version";
import {
  listVersionsSchema,
  versionListSchema,
  versionSchema,
  versionSummarySchema,
} from "@/lib/library/versions/version-schema";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { publishSkillSchema } from "@/lib/reviews/schema";
import { archiveResponses, attachment, fileResponses } from "../attachment";
import { limitConcurrency } from "../limit-concurrency";
import { operationsUnder } from "../operation";
import { createApi, inputOf, jsonResponse, problemResponses, skillParams, tooManyResponse } from "../route";

const tags = ["Versions"];
const operation = operationsUnder("Versions");
const path = "/workspaces/{workspace}/skills/{skill}";
const numbered = skillParams.extend({ number: rowNumberInAddress });

export const versionRoutes = createApi()
  .openapiRoutes([
    operation("get", `${path}/versions`, {
      summary: "List the versions of a skill, newest first",
      params: skillParams,
      query: listVersionsSchema,
      answer: jsonResponse(versionListSchema, "One page"),
      run: listVersions,
    }),
    operation("post", `${path}/versions`, {
      summary: "Publish the draft as an immutable version",
      description:
        "Errors, and blocking findings that nobody dismissed, are answered with 422 and named in `details`.",
      params: skillParams,
      body: publishSkillSchema,
      status: 201,
      answer: jsonResponse(versionSummarySchema, "Published"),
      conflict: true,
      turn: "save",
      run: publishSkill,
    }),
    operation("get", `${path}/versions/{number}`, {
      summary: "Get a version and its files",
      params: numbered,
      answer: jsonResponse(versionSchema, "The version"),
      run: getVersion,
    }),
    operation("get", `${path}/versions/{number}/file`, {
      summary: "Get one file of a version, with its text",
      params: numbered,
      query: filePathQuerySchema,
      answer: jsonResponse(fileContentSchema, "The file"),
      run: getVersionFile,
    }),
  ])
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/versions/{number}/raw`,
      tags,
      summary: "Download one file of a version",
      request: { params: numbered, query: filePathQuerySchema },
      responses: { ...fileResponses, ...problemResponses },
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
        "`target` gives the form of one host, with what it needs around it; what it refuses is answered with 422 and rule, file and line in `details`. `portable=true` gives the form that every host accepts: fields of single hosts stand under metadata, and the reference validator agrees. A package that has none is answered with 422 and the rules in `details`; it does not go together with `target`.",
      middleware: [limitConcurrency("read")] as const,
      request: { params: skillParams, query: exportSkillSchema },
      responses: { ...archiveResponses, ...problemResponses, ...tooManyResponse },
    }),
    async (c) => attachment(c.req.raw, await exportSkill(c.var.context, inputOf(c, "query"))),
  )
  .openapiRoutes([
    operation("get", `${path}/export/targets`, {
      summary: "Say what each host would get of a skill, what is changed for it, and which refuse it and why",
      description:
        "Of the draft, `fit` is what makes it fit, as a change of the draft: `POST .../draft/changes` with `revision` as its base saves it, and overwrites nothing that others saved since.",
      params: skillParams,
      query: skillTargetsQuerySchema,
      answer: jsonResponse(skillTargetsSchema, "Host by host"),
      turn: "read",
      run: getSkillTargets,
    }),
    operation("get", `${path}/export/portable`, {
      summary: "Say what the portable form of a skill changes, and what stands in its way",
      params: skillParams,
      query: portableReportQuerySchema,
      answer: jsonResponse(portableReportSchema, "The report"),
      turn: "read",
      run: getPortableReport,
    }),
  ]);
