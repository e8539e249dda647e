import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { createKey } from "@/lib/auth/commands/create-key";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { createdKeySchema, createKeySchema, keyListSchema } from "@/lib/auth/key-schema";
import { listKeys } from "@/lib/auth/keys";
import { createApi, jsonBody, jsonResponse, problemResponses, workspaceParams } from "../route";

const tags = ["Keys"];
const base = "/workspaces/{workspace}/keys";

export const keyRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: base,
      tags,
      summary: "List keys for programs",
      description: "Your own; everybody's for admins.",
      request: { params: workspaceParams },
      responses: { 200: jsonResponse(keyListSchema, "Newest first"), ...problemResponses },
    }),
    async (c) => c.json({ items: await listKeys(c.var.context) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: base,
      tags,
      summary: "Make a key for a program",
      description: "It acts as you, within its scopes. The key is in this answer and never shown again.",
      request: { params: workspaceParams, body: jsonBody(createKeySchema) },
      responses: { 201: jsonResponse(createdKeySchema, "Made"), ...problemResponses },
    }),
    async (c) => c.json(await createKey(c.var.context, c.req.valid("json")), 201),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${base}/{key}`,
      tags,
      summary: "Revoke a key",
      description: "Its next request is refused. What it has started goes on.",
      request: { params: workspaceParams.extend({ key: z.uuid() }) },
      responses: { 204: { description: "Revoked" }, ...problemResponses },
    }),
    async (c) => {
      await revokeKey(c.var.context, c.req.valid("param"));
      return c.body(null, 204);
    },
  );
