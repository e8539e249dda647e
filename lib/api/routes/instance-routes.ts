import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { getStorageFacts } from "@/lib/auth/queries";
import { instanceFactsSchema } from "@/lib/auth/schema";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { checkReadiness } from "@/lib/watch/check-readiness";
import { version } from "@/package.json";
import { createApi, jsonResponse, problemResponses, unavailableResponse } from "../route";

const tags = ["Instance"];
const okSchema = z.object({ status: z.literal("ok") });
const retryAfterSeconds = 5;

export const instanceRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/health",
      security: [],
      tags,
      summary: "Whether this server can do its work (readiness)",
      description:
        "200 only while the database answers within two seconds, takes what is written, and is migrated to this " +
        "release. Otherwise 503, and `details.reason` says why: `no-answer`, `busy`, `disk-full`, `read-only`, " +
        "`migrations`, `stopping`. The same in one word is at `/readyz`, outside of this API.",
      responses: { 200: jsonResponse(okSchema, "It can"), ...unavailableResponse },
    }),
    async (c) => {
      const readiness = await checkReadiness(database());
      if (!readiness.ready) {
        const { reason, message } = readiness;
        throw new AppError("UNAVAILABLE", message, { details: { reason }, retryAfterSeconds });
      }
      return c.json({ status: "ok" as const }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/health/live",
      security: [],
      tags,
      summary: "Whether this server answers at all (liveness)",
      description: "It asks nobody: a server whose database is away need not be started again.",
      responses: { 200: jsonResponse(okSchema, "It answers") },
    }),
    (c) => c.json({ status: "ok" as const }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/instance",
      tags,
      summary: "What this installation rests on, and its limits",
      responses: { 200: jsonResponse(instanceFactsSchema, "The facts"), ...problemResponses },
    }),
    async (c) => {
      const { archiveBytes, totalBytes, entries } = archiveLimits;
      const facts = await getStorageFacts(c.var.person);
      return c.json({ version, ...facts, archive: { archiveBytes, totalBytes, entries } }, 200);
    },
  );
