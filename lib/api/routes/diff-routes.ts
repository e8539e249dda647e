import "server-only";
import { createRoute } from "@hono/zod-openapi";
import {
  diffLinesQuerySchema,
  diffLinesSchema,
  diffQuerySchema,
  fileDiffQuerySchema,
  fileDiffSchema,
  packageDiffSchema,
} from "@/lib/library/diff-schema";
import { getDiffLines, getFileDiff } from "@/lib/library/get-file-diff";
import { getPackageDiff } from "@/lib/library/get-package-diff";
import {
  conflictResponse,
  createApi,
  inputOf,
  jsonResponse,
  problemResponses,
  skillParams,
  tooManyResponse,
} from "../route";
import { takeTurn } from "../take-turn";

const tags = ["Versions"];
const path = "/workspaces/{workspace}/skills/{skill}/diff";
const sides =
  "`from` and `to`: the number of a version, a label, `latest`, `draft`, or `none` for the empty package.";

export const diffRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      tags,
      summary: "Compare two versions of a skill, or the draft with one",
      description: `${sides} Answers the frontmatter field by field, what each side weighs, and the list of files. Files of which \`added\` is null are counted when they are opened.`,
      middleware: [takeTurn("read")] as const,
      request: { params: skillParams, query: diffQuerySchema },
      responses: {
        200: jsonResponse(packageDiffSchema, "The comparison"),
        ...problemResponses,
        ...tooManyResponse,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await getPackageDiff(c.var.context, inputOf(c, "query")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/file`,
      tags,
      summary: "Compare one file line by line and word by word",
      description: `${sides} \`limited\` says why a file is not told line by line, or not whole.`,
      middleware: [takeTurn("read")] as const,
      request: { params: skillParams, query: fileDiffQuerySchema },
      responses: {
        200: jsonResponse(fileDiffSchema, "The file's changes"),
        ...problemResponses,
        ...tooManyResponse,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await getFileDiff(c.var.context, inputOf(c, "query")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/lines`,
      tags,
      summary: "Get unchanged lines between the changes of a file",
      description: "409 when the file is no longer the one that was compared.",
      middleware: [takeTurn("read")] as const,
      request: { params: skillParams, query: diffLinesQuerySchema },
      responses: {
        200: jsonResponse(diffLinesSchema, "The lines"),
        ...problemResponses,
        ...tooManyResponse,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await getDiffLines(c.var.context, inputOf(c, "query")), 200),
  );
