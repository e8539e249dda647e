import "server-only";
import { z } from "@hono/zod-openapi";
import { getWorkspaceContext } from "@/lib/access/queries";
import { getPersonContext } from "@/lib/auth/request-context";
import { hasBearer, traceIdOf } from "@/lib/auth/request-facts";
import { requireSameOrigin } from "@/lib/auth/same-origin";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { fairPace } from "@/lib/platform/fair-pace";
import { answerProblem } from "./answer-problem";
import { completeDocument } from "./complete-document";
import { limitBody } from "./limit-body";
import { limitComparisonSight, limitConversationSight, limitSight, limitSkillSight } from "./limit-sight";
import { logRequests } from "./log-requests";
import { createApi, jsonResponse } from "./route";
import { routeModules } from "./route-modules";

/** The operations that need no session; everything else is closed. */
const openPaths = new Set([
  "/health",
  "/health/live",
  "/setup",
  "/setup/link",
  "/setup/claim",
  "/invitations/look",
  "/invitations/accept",
  "/reset-links/request",
  "/reset-links/look",
  "/reset-links/use",
  "/openapi.json",
]);
const base = "/api/v1";
const json = { "content-type": "application/json" };

const root = createApi();

root.onError((error, c) =>
  answerProblem(error, { traceId: c.var.traceId ?? traceIdOf(c.req.raw.headers), path: c.req.path }),
);

root.notFound(() => {
  throw new AppError("NOT_FOUND", "There is no such operation. The list is at /api/v1/openapi.json.");
});

/** Ample for every body but packages: those routes have limits of their own. */
const longestBody = 4 * 1024 * 1024;
const limitSize = limitBody(longestBody, "A request has at most 4 MiB here.");
const carriesPackages =
  /^\/api\/v1\/workspaces\/[^/]+\/(?:imports|recordings|skills\/[^/]+\/draft\/changes)$/;

root.use(logRequests);
// Well or not: whoever started this server tells its answer from another program's by it.
root.use(`${base}/health`, async (c, next) => {
  await next();
  c.res.headers.set("greenroom-start", env().startId);
});
root.use(`${base}/*`, async (c, next) => {
  c.header("x-trace-id", c.var.traceId);
  c.header("cache-control", "no-store");
  c.header("x-content-type-options", "nosniff");
  // No page of another site can make a browser send a key.
  if (!hasBearer(c.req.raw.headers)) requireSameOrigin(c.req.raw);
  // No name, path or search word of ours holds a NUL, and the database takes none.
  if (c.req.url.includes("%00")) throw new AppError("BAD_REQUEST", "The address contains a NUL character.");
  if (!openPaths.has(c.req.path.slice(base.length))) {
    c.set("person", { ...(await getPersonContext(c.req.raw.headers)), traceId: c.var.traceId });
    fairPace().note(c.var.person.actor.userId);
    if (c.var.person.actor.key && !c.req.path.startsWith(`${base}/workspaces/`))
      throw new AppError(
        "FORBIDDEN",
        "A key works in its workspace alone: /api/v1/workspaces/{workspace}/...",
      );
  }
  await next();
});
root.use(`${base}/*`, (c, next) => (carriesPackages.test(c.req.path) ? next() : limitSize(c, next)));
root.use(`${base}/workspaces/:workspace/*`, async (c, next) => {
  c.set("context", await getWorkspaceContext(c.var.person, c.req.param("workspace")));
  await next();
});
root.use(`${base}/workspaces/:workspace/skills/:skill/*`, limitSkillSight);
root.use(`${base}/workspaces/:workspace/sources/:source/conflicts/:skill`, limitSkillSight);
root.use(`${base}/workspaces/:workspace/reviews/:number/*`, limitSight("review"));
root.use(`${base}/workspaces/:workspace/threads/:thread/*`, limitSight("thread"));
root.use(`${base}/workspaces/:workspace/comments/:comment/*`, limitSight("comment"));
root.use(`${base}/workspaces/:workspace/conversations/:conversation/*`, limitConversationSight);
root.use(`${base}/workspaces/:workspace/comparisons/:comparison/*`, limitComparisonSight);
root.use(`${base}/workspaces/:workspace/improvements/:improvement/*`, limitSight("improvement"));

root.openAPIRegistry.registerComponent("securitySchemes", "session", {
  type: "apiKey",
  in: "cookie",
  name: "greenroom.session_token",
  description: "POST /api/auth/sign-in/email with {email, password} answers with this cookie.",
});

root.openAPIRegistry.registerComponent("securitySchemes", "key", {
  type: "http",
  scheme: "bearer",
  description:
    "A key for programs, created under Settings, API keys: `Authorization: Bearer grk_...`. It works in its workspace.",
});

root.openAPIRegistry.registerPath({
  method: "get",
  path: `${base}/openapi.json`,
  security: [],
  tags: ["Instance"],
  summary: "This document",
  responses: { 200: jsonResponse(z.looseObject({ openapi: z.string() }), "OpenAPI 3.1") },
});

for (const routes of Object.values(routeModules)) root.route(base, routes);

export const api = root;

let described: unknown;
/** The API's document, as `/api/v1/openapi.json` serves it; made once. */
export function getOpenApiDocument(): unknown {
  described ??= completeDocument(
    root.getOpenAPI31Document({
      openapi: "3.1.0",
      info: { title: "Greenroom", version: "1", description: "Everything the app does, for programs." },
      servers: [{ url: "/" }],
      security: [{ session: [] }, { key: [] }],
    }),
  );
  return described;
}

root.get(`${base}/openapi.json`, (c) => c.body(JSON.stringify(getOpenApiDocument()), 200, json));
