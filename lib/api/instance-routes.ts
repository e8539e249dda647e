import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { getStorageFacts } from "@/lib/auth/queries";
import { instanceFactsSchema } from "@/lib/auth/schema";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { version } from "@/package.json";
import { createApi, jsonResponse, problemResponses } from "./route";

export const instanceRoutes = createApi().openapi(
  createRoute({
    method: "get",
    path: "/instance",
    tags: ["Instance"],
    summary: "What this installation rests on, and its limits",
    responses: { 200: jsonResponse(instanceFactsSchema, "The facts"), ...problemResponses },
  }),
  async (c) => {
    const { archiveBytes, totalBytes, entries } = archiveLimits;
    const facts = await getStorageFacts(c.var.person);
    return c.json({ version, ...facts, archive: { archiveBytes, totalBytes, entries } }, 200);
  },
);
