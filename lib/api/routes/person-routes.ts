import "server-only";
import { z } from "@hono/zod-openapi";
import { disconnectIdentity } from "@/lib/auth/commands/disconnect-identity";
import { revokeOtherSessions, revokeSession } from "@/lib/auth/commands/revoke-session";
import {
  revokedSessionsSchema,
  signedInSessionListSchema,
  signInMethodsSchema,
} from "@/lib/auth/sign-in-schema";
import { getSignInMethods, listSessions } from "@/lib/auth/sign-ins";
import { personOperationsUnder } from "../operation";
import { createApi, jsonResponse } from "../route";

const personOperation = personOperationsUnder("Your account");

export const personRoutes = createApi().openapiRoutes([
  personOperation("get", "/sessions", {
    summary: "Where you are signed in",
    answer: jsonResponse(signedInSessionListSchema, "Last used first"),
    run: async (person) => ({ items: await listSessions(person) }),
  }),
  personOperation("delete", "/sessions", {
    summary: "Sign out everywhere else",
    description: "This sign-in stays. Devices that were trusted to skip the second step are forgotten.",
    answer: jsonResponse(revokedSessionsSchema, "How many ended"),
    run: async (person) => ({ revoked: await revokeOtherSessions(person) }),
  }),
  personOperation("delete", "/sessions/{session}", {
    summary: "Sign out somewhere",
    description: "Its next request is refused, and its event streams end.",
    params: z.object({ session: z.uuid() }),
    done: "Signed out there",
    run: revokeSession,
  }),
  personOperation("get", "/sign-in-methods", {
    summary: "How you sign in",
    answer: jsonResponse(signInMethodsSchema, "The ways in"),
    run: getSignInMethods,
  }),
  personOperation("delete", "/sign-in-methods/oidc", {
    summary: "Disconnect the sign-in provider",
    description: "409 when there would be no other way in.",
    done: "Disconnected",
    conflict: true,
    run: disconnectIdentity,
  }),
]);
