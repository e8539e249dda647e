import "server-only";
import { z } from "@hono/zod-openapi";
import { createKey } from "@/lib/auth/commands/create-key";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { createdKeySchema, createKeySchema, keyListSchema } from "@/lib/auth/key-schema";
import { listKeys } from "@/lib/auth/keys";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Keys");
const base = "/workspaces/{workspace}/keys";

export const keyRoutes = createApi().openapiRoutes([
  operation("get", base, {
    summary: "List keys for programs",
    description: "Your own; everybody's for admins.",
    params: workspaceParams,
    answer: jsonResponse(keyListSchema, "Newest first"),
    run: async (context) => ({ items: await listKeys(context) }),
  }),
  operation("post", base, {
    summary: "Make a key for a program",
    description: "It acts as you, within its scopes. The key is in this answer and never shown again.",
    params: workspaceParams,
    body: createKeySchema,
    status: 201,
    answer: jsonResponse(createdKeySchema, "Made"),
    run: createKey,
  }),
  operation("delete", `${base}/{key}`, {
    summary: "Revoke a key",
    description: "Its next request is refused. What it has started goes on.",
    params: workspaceParams.extend({ key: z.uuid() }),
    done: "Revoked",
    run: revokeKey,
  }),
]);
