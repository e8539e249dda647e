import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { getStorageFacts } from "@/lib/auth/queries";
import { instanceFactsSchema } from "@/lib/auth/schema";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { database } from "@/lib/db/client";
import { checkDatabase, type HealthReason } from "@/lib/db/database-health";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { stopping } from "@/lib/platform/stopping";
import { version } from "@/package.json";
import { createApi, jsonResponse, problemResponses, unavailableResponse } from "../route";

const tags = ["Instance"];
const okSchema = z.object({ status: z.literal("ok") });
const retryAfterSeconds = 5;

const words = {
  "no-answer": "The database does not answer.",
  busy: "The database answers too late: it is busy.",
  "disk-full": "The disk of the database is full: nothing can be stored until the operator makes room on it.",
  "read-only": "The database takes no changes at present.",
} as const satisfies Record<HealthReason, string>;

const unavailable = (reason: HealthReason | "stopping", message: string) =>
  new AppError("UNAVAILABLE", message, { details: { reason }, retryAfterSeconds });

export const instanceRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/health",
      security: [],
      tags,
      summary: "Whether this server can do its work (readiness)",
      description:
        "200 only while the database answers within two seconds and takes what is written. Otherwise 503, and " +
        "`details.reason` says why: `no-answer`, `busy`, `disk-full`, `read-only`, `stopping`.",
      responses: { 200: jsonResponse(okSchema, "It can"), ...unavailableResponse },
    }),
    async (c) => {
      if (stopping().aborted) throw unavailable("stopping", "This server is about to stop.");
      const health = await checkDatabase(database(), env().databaseFolder);
      if (!health.ok) throw unavailable(health.reason, words[health.reason]);
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
