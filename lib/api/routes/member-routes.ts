import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { changeRole } from "@/lib/auth/commands/change-role";
import { deleteWorkspace } from "@/lib/auth/commands/delete-workspace";
import { leaveWorkspace, removeMember } from "@/lib/auth/commands/remove-member";
import { transferWorkspace } from "@/lib/auth/commands/transfer-workspace";
import { changeRoleSchema, deleteWorkspaceSchema, transferWorkspaceSchema } from "@/lib/auth/member-schema";
import { memberSchema } from "@/lib/auth/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonBody, jsonResponse, problemResponses, workspaceParams } from "../route";
import { groupRoutes } from "./group-routes";

const operation = operationsUnder("Members");
const base = "/workspaces/{workspace}";
const memberParams = workspaceParams.extend({ member: z.uuid() });

export const memberRoutes = createApi()
  .openapiRoutes([
    operation("patch", `${base}/members/{member}`, {
      summary: "Give a member another role",
      description: "At most your own; only owners change owners, and one owner always stays.",
      params: memberParams,
      body: changeRoleSchema,
      answer: jsonResponse(memberSchema, "Changed"),
      conflict: true,
      run: changeRole,
    }),
    operation("delete", `${base}/members/{member}`, {
      summary: "Remove a member",
      description: "Their work stays, under their name; their keys and streams of this workspace end.",
      params: memberParams,
      done: "Removed",
      conflict: true,
      run: removeMember,
    }),
    operation("post", `${base}/leave`, {
      summary: "Leave a workspace",
      description: "Your work stays, under your name. The only owner cannot leave.",
      params: workspaceParams,
      done: "Left",
      conflict: true,
      run: leaveWorkspace,
    }),
    operation("post", `${base}/transfer`, {
      summary: "Hand a workspace over",
      description: "The other becomes an owner, you become an admin.",
      params: workspaceParams,
      body: transferWorkspaceSchema,
      done: "Handed over",
      run: transferWorkspace,
    }),
  ])
  .openapi(
    createRoute({
      method: "delete",
      path: base,
      tags: ["Workspaces"],
      summary: "Delete a workspace with everything in it",
      description: "For good. Members keep their account and their other workspaces.",
      request: { params: workspaceParams, body: jsonBody(deleteWorkspaceSchema) },
      responses: { 204: { description: "Deleted" }, ...problemResponses },
    }),
    async (c) => {
      await deleteWorkspace(c.var.context, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .route("/", groupRoutes);
