import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { runtimeCachesSchema } from "@/lib/library/cache-schema";
import { clearCaches } from "@/lib/library/commands/clear-caches";
import { getCaches } from "@/lib/library/get-caches";
import { createApi, jsonResponse, problemResponses, workspaceParams } from "../route";

const path = "/workspaces/{workspace}/caches";
const tags = ["Instance"];
const request = { params: workspaceParams };

export const cacheRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      tags,
      summary: "What the answering server keeps in memory of packages",
      request,
      responses: { 200: jsonResponse(runtimeCachesSchema, "Its caches"), ...problemResponses },
    }),
    (c) => c.json(getCaches(c.var.context), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path,
      tags,
      summary: "Empty the caches of every server",
      request,
      responses: { 200: jsonResponse(runtimeCachesSchema, "Emptied, here at once"), ...problemResponses },
    }),
    async (c) => c.json(await clearCaches(c.var.context), 200),
  );
