import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { disconnectIdentity } from "@/lib/auth/commands/disconnect-identity";
import { revokeOtherSessions, revokeSession } from "@/lib/auth/commands/revoke-session";
import {
  revokedSessionsSchema,
  signedInSessionListSchema,
  signInMethodsSchema,
} from "@/lib/auth/sign-in-schema";
import { getSignInMethods, listSessions } from "@/lib/auth/sign-ins";
import { conflictResponse, createApi, jsonResponse, problemResponses } from "../route";

const tags = ["Your account"];

export const personRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/sessions",
      tags,
      summary: "Where you are signed in",
      responses: { 200: jsonResponse(signedInSessionListSchema, "Last used first"), ...problemResponses },
    }),
    async (c) => c.json({ items: await listSessions(c.var.person) }, 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/sessions",
      tags,
      summary: "Sign out everywhere else",
      description: "This sign-in stays. Devices that were trusted to skip the second step are forgotten.",
      responses: { 200: jsonResponse(revokedSessionsSchema, "How many ended"), ...problemResponses },
    }),
    async (c) => c.json({ revoked: await revokeOtherSessions(c.var.person) }, 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/sessions/{session}",
      tags,
      summary: "Sign out somewhere",
      description: "Its next request is refused, and its event streams end.",
      request: { params: z.object({ session: z.uuid() }) },
      responses: { 204: { description: "Signed out there" }, ...problemResponses },
    }),
    async (c) => {
      await revokeSession(c.var.person, c.req.valid("param"));
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/sign-in-methods",
      tags,
      summary: "How you sign in",
      responses: { 200: jsonResponse(signInMethodsSchema, "The ways in"), ...problemResponses },
    }),
    async (c) => c.json(await getSignInMethods(c.var.person), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/sign-in-methods/oidc",
      tags,
      summary: "Disconnect the sign-in provider",
      description: "409 when there would be no other way in.",
      responses: { 204: { description: "Disconnected" }, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      await disconnectIdentity(c.var.person);
      return c.body(null, 204);
    },
  );
