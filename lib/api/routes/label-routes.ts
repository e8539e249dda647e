import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { removeLabel } from "@/lib/library/commands/remove-label";
import { restoreVersion } from "@/lib/library/commands/restore-version";
import { setLabel } from "@/lib/library/commands/set-label";
import { reinstateVersion, withdrawVersion } from "@/lib/library/commands/withdraw-version";
import {
  labelListSchema,
  labelNameSchema,
  moveLabelSchema,
  reinstateVersionSchema,
  removeLabelSchema,
  restoreVersionSchema,
  withdrawVersionSchema,
} from "@/lib/library/label-schema";
import { listLabels } from "@/lib/library/list-labels";
import { draftSchema, versionSchema } from "@/lib/library/schema";
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
import { takeTurn } from "../take-turn";

const tags = ["Versions"];
const path = "/workspaces/{workspace}/skills/{skill}";
const labelled = skillParams.extend({ label: labelNameSchema });
const numbered = skillParams.extend({ number: rowNumberInAddress });

/** What versions are called, whether agents get them, and how one becomes the draft again. */
export const labelRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/labels`,
      tags,
      summary: "List the labels of a skill, and which are protected",
      request: { params: skillParams },
      responses: { 200: jsonResponse(labelListSchema, "The labels"), ...problemResponses },
    }),
    async (c) => c.json(await listLabels(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: `${path}/labels/{label}`,
      tags,
      summary: "Let a label stand for a version",
      description:
        "Compare and set: `expectedVersion` is where the label was seen, null for nowhere; else 409 with `label-moved`. A protected label goes only to versions that met the review policy; 409 with `policy` otherwise, unless a role that may bypass it gives a reason.",
      request: { params: labelled, body: jsonBody(moveLabelSchema) },
      responses: {
        200: jsonResponse(labelListSchema, "All labels"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await setLabel(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${path}/labels/{label}`,
      tags,
      summary: "Take a label away: agents that follow it get nothing until it is back",
      request: { params: labelled, query: removeLabelSchema },
      responses: { 204: { description: "Taken away" }, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      await removeLabel(c.var.context, inputOf(c, "query"));
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/versions/{number}/withdrawal`,
      tags,
      summary: "Withdraw a version: agents no longer get it, and are told why",
      request: { params: numbered, body: jsonBody(withdrawVersionSchema) },
      responses: { 200: jsonResponse(versionSchema, "Withdrawn"), ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await withdrawVersion(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/versions/{number}/reinstatement`,
      tags,
      summary: "Give a withdrawn version back to agents",
      request: { params: numbered, body: jsonBody(reinstateVersionSchema) },
      responses: { 200: jsonResponse(versionSchema, "Back"), ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await reinstateVersion(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/versions/{number}/restoration`,
      tags,
      summary: "Put a version's files in the place of the draft's",
      description: "409 when the draft is no longer at `baseRevision`.",
      middleware: [takeTurn("save")] as const,
      request: { params: numbered, body: jsonBody(restoreVersionSchema) },
      responses: {
        200: jsonResponse(draftSchema, "The draft"),
        ...problemResponses,
        ...savingResponses,
        ...conflictResponse,
      },
    }),
    async (c) => c.json(await restoreVersion(c.var.context, inputOf(c, "json")), 200),
  );
