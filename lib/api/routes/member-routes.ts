import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { changeRole } from "@/lib/auth/commands/change-role";
import { deleteWorkspace } from "@/lib/auth/commands/delete-workspace";
import { leaveWorkspace, removeMember } from "@/lib/auth/commands/remove-member";
import { transferWorkspace } from "@/lib/auth/commands/transfer-workspace";
import { changeRoleSchema, deleteWorkspaceSchema, transferWorkspaceSchema } from "@/lib/auth/member-schema";
import { memberSchema } from "@/lib/auth/schema";
import {
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  workspaceParams,
} from "../route";

const tags = ["Members"];
const base = "/workspaces/{workspace}";
const memberParams = workspaceParams.extend({ member: z.uuid() });

export const memberRoutes = createApi()
  .openapi(
    createRoute({
      method: "patch",
      path: `${base}/members/{member}`,
      tags,
      summary: "Give a member another role",
      description: "At most your own; only owners change owners, and one owner always stays.",
      request: { params: memberParams, body: jsonBody(changeRoleSchema) },
      responses: { 200: jsonResponse(memberSchema, "Changed"), ...problemResponses, ...conflictResponse },
    }),
    async (c) => c.json(await changeRole(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${base}/members/{member}`,
      tags,
      summary: "Remove a member",
      description: "Their work stays, under their name; their keys and streams of this workspace end.",
      request: { params: memberParams },
      responses: { 204: { description: "Removed" }, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      await removeMember(c.var.context, c.req.valid("param"));
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/leave`,
      tags,
      summary: "Leave a workspace",
      description: "Your work stays, under your name. The only owner cannot leave.",
      request: { params: workspaceParams },
      responses: { 204: { description: "Left" }, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      await leaveWorkspace(c.var.context);
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/transfer`,
      tags,
      summary: "Hand a workspace over",
      description: "The other becomes an owner, you become an admin.",
      request: { params: workspaceParams, body: jsonBody(transferWorkspaceSchema) },
      responses: { 204: { description: "Handed over" }, ...problemResponses },
    }),
    async (c) => {
      await transferWorkspace(c.var.context, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
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
  );
