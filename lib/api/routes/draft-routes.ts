import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { changeDraft } from "@/lib/library/commands/change-draft";
import {
  changeDraftSchema,
  draftFindingSchema,
  draftSchema,
  savedDraftSchema,
} from "@/lib/library/drafts/draft-schema";
import { getDraft, getDraftFile, readDraftBytes } from "@/lib/library/drafts/get-draft";
import { fileContentSchema, filePathQuerySchema } from "@/lib/library/package-schema";
import { dismissFinding } from "@/lib/reviews/commands/dismiss-finding";
import { restoreFinding } from "@/lib/reviews/commands/restore-finding";
import { dismissFindingSchema, fingerprintSchema } from "@/lib/reviews/schema";
import { attachment, fileResponses } from "../attachment";
import { limitBody } from "../limit-body";
import { limitConcurrency } from "../limit-concurrency";
import { operationsUnder } from "../operation";
import {
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  savingResponses,
  skillParams,
} from "../route";

const tags = ["Drafts"];
const operation = operationsUnder("Drafts");
const path = "/workspaces/{workspace}/skills/{skill}/draft";

/** A whole package in base64, and some room. */
const longestBody = 24 * 1024 * 1024;
const limitSize = limitBody(
  longestBody,
  "These changes are larger than a package may be. Save them in parts.",
);

export const draftRoutes = createApi()
  .openapiRoutes([
    operation("get", path, {
      summary: "Get a draft: its files, issues, findings and token estimates",
      params: skillParams,
      answer: jsonResponse(draftSchema, "The draft"),
      turn: "read",
      run: getDraft,
    }),
    operation("get", `${path}/file`, {
      summary: "Get one file of a draft, with its text",
      params: skillParams,
      query: filePathQuerySchema,
      answer: jsonResponse(fileContentSchema, "The file"),
      run: getDraftFile,
    }),
  ])
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/raw`,
      tags,
      summary: "Download one file of a draft",
      request: { params: skillParams, query: filePathQuerySchema },
      responses: { ...fileResponses, ...problemResponses },
    }),
    async (c) => attachment(c.req.raw, await readDraftBytes(c.var.context, inputOf(c, "query"))),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/changes`,
      tags,
      summary: "Save changes to a draft, all or none",
      description:
        "When somebody saved meanwhile and touched the same files, the answer is 409 with the files as they are now.",
      middleware: [limitConcurrency("save"), limitSize] as const,
      request: { params: skillParams, body: jsonBody(changeDraftSchema) },
      responses: {
        200: jsonResponse(savedDraftSchema, "Saved"),
        ...problemResponses,
        ...savingResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await changeDraft(c.var.context, inputOf(c, "json")), 200),
  )
  .openapiRoutes([
    operation("post", `${path}/dismissals`, {
      summary: "Dismiss a finding of the draft with a reason",
      description:
        "It holds until the lines it is about change, and makes approvals stale that were given without it. Reviewers and above may, no key does; one that blocks is for those who wrote no part of the draft (403). 409 when a colleague was first.",
      params: skillParams,
      body: dismissFindingSchema,
      answer: jsonResponse(draftFindingSchema, "The finding, dismissed"),
      conflict: true,
      run: dismissFinding,
    }),
    operation("delete", `${path}/dismissals/{fingerprint}`, {
      summary: "Take a dismissal back: the finding counts again",
      description: "Approvals that were given without it are stale then. No key does this.",
      params: skillParams.extend({ fingerprint: fingerprintSchema }),
      done: "The finding counts again",
      conflict: true,
      run: restoreFinding,
    }),
  ]);
