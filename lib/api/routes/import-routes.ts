import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { streamSSE } from "hono/streaming";
import { isStillAdmitted } from "@/lib/access/queries";
import { cancelImport } from "@/lib/imports/commands/cancel-import";
import { startImport } from "@/lib/imports/commands/start-import";
import { storeImport } from "@/lib/imports/commands/store-import";
import { followImport } from "@/lib/imports/follow-import";
import { getImport, listImports } from "@/lib/imports/get-import";
import {
  importListSchema,
  importProgressSchema,
  importSchema,
  importSummarySchema,
  storeImportSchema,
} from "@/lib/imports/import-schema";
import { stopping } from "@/lib/platform/stopping";
import { limitConcurrency } from "../limit-concurrency";
import { operationsUnder } from "../operation";
import {
  conflictResponse,
  createApi,
  jsonBody,
  jsonResponse,
  problemResponses,
  savingResponses,
  tooManyResponse,
  workspaceParams,
} from "../route";

const tags = ["Imports"];
const operation = operationsUnder("Imports");
const path = "/workspaces/{workspace}/imports";
const params = workspaceParams.extend({ import: z.uuid() });
const summary = (description: string) => jsonResponse(importSummarySchema, description);

/** Described, not parsed: the parts are read as they arrive, under limits, and never held in memory as a whole. */
const uploadBody = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object" as const,
        properties: {
          file: {
            type: "array" as const,
            items: { type: "string" as const, format: "binary" },
            description:
              "Archives (zip, .skill, tar, tar.gz), or the files of a folder with their relative paths as file names",
          },
        },
        required: ["file"],
      },
    },
  },
};

export const importRoutes = createApi()
  .openapiRoutes([
    operation("get", path, {
      summary: "List recent imports",
      params: workspaceParams,
      answer: jsonResponse(importListSchema, "Newest first, at most 50"),
      run: async (context) => ({ items: await listImports(context) }),
    }),
  ])
  .openapi(
    createRoute({
      method: "post",
      path,
      tags,
      summary: "Upload packages to be looked at; nothing is stored in the library yet",
      middleware: [limitConcurrency("upload")] as const,
      request: { params: workspaceParams, body: uploadBody },
      responses: { 202: summary("Received; it is being read"), ...problemResponses, ...savingResponses },
    }),
    async (c) => c.json(await startImport(c.var.context, c.req.raw), 202),
  )
  .openapiRoutes([
    operation("get", `${path}/{import}`, {
      summary: "Get an import: what was found, what it is already, what became of it",
      params,
      answer: jsonResponse(importSchema, "The import"),
      run: (context, asked) => getImport(context, { id: asked.import }),
    }),
  ])
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/{import}/events`,
      tags,
      summary: "Follow an import's progress",
      middleware: [limitConcurrency("stream")] as const,
      request: { params },
      responses: {
        200: {
          description: "Server-sent events named `progress`; the stream ends when nothing moves any more",
          content: { "text/event-stream": { schema: importProgressSchema } },
        },
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) => {
      const { context } = c.var;
      const signal = AbortSignal.any([c.req.raw.signal, stopping()]);
      const progress = await followImport(context, { id: c.req.valid("param").import }, signal);
      return streamSSE(c, async (stream) => {
        for await (const state of progress) {
          // The import goes on; whoever signed out or left meanwhile is told no more of it.
          if (!(await isStillAdmitted(context))) return;
          await stream.writeSSE({ event: "progress", data: JSON.stringify(state) });
        }
      });
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/{import}/store`,
      tags,
      summary: "Store what was found, by choice; or go on after an interruption",
      middleware: [limitConcurrency("save")] as const,
      request: { params, body: jsonBody(storeImportSchema) },
      responses: {
        202: summary("It is being stored"),
        ...problemResponses,
        ...savingResponses,
        ...conflictResponse,
      },
    }),
    async (c) => {
      const id = c.req.valid("param").import;
      return c.json(await storeImport(c.var.context, { id, ...c.req.valid("json") }), 202);
    },
  )
  .openapiRoutes([
    operation("post", `${path}/{import}/cancel`, {
      summary: "Stop an import; skills stored so far stay",
      params,
      answer: summary("Stopped"),
      conflict: true,
      run: (context, asked) => cancelImport(context, { id: asked.import }),
    }),
  ]);
