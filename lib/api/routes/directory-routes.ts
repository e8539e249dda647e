import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { readDirectoriesNow } from "@/lib/imports/commands/load-directories";
import {
  directoriesSchema,
  directoryChangesSchema,
  directoryLoadSchema,
  readDirectoriesSchema,
} from "@/lib/imports/directory-schema";
import { getDirectories, getDirectoryChanges } from "@/lib/imports/get-directories";
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
import { takeTurn } from "../take-turn";

const tags = ["Directories"];
const path = "/workspaces/{workspace}/directories";

export const directoryRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      tags,
      summary: "The folders that skills are read from, and the report of the last reading",
      request: { params: workspaceParams },
      responses: {
        200: jsonResponse(directoriesSchema, "As the configuration names them"),
        ...problemResponses,
      },
    }),
    async (c) => c.json(await getDirectories(c.var.context), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/changes`,
      tags,
      summary: "What a reading would do now; nothing is written",
      middleware: [takeTurn("read")] as const,
      request: { params: workspaceParams },
      responses: {
        200: jsonResponse(directoryChangesSchema, "New, changed, unchanged, gone, conflicts and failures"),
        ...problemResponses,
        ...tooManyResponse,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await getDirectoryChanges(c.var.context), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/reads`,
      tags,
      summary: "Read the folders again: what is new or changed becomes drafts",
      middleware: [takeTurn("save")] as const,
      request: { params: workspaceParams, body: jsonBody(readDirectoriesSchema) },
      responses: {
        201: jsonResponse(directoryLoadSchema, "The report"),
        ...problemResponses,
        ...savingResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await readDirectoriesNow(c.var.context, c.req.valid("json")), 201),
  );
