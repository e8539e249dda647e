import "server-only";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context as Request } from "hono";
import type { Context, PersonContext } from "@/lib/access/context";
import { addressOf } from "@/lib/auth/request-facts";
import { database } from "@/lib/db/client";
import { closedBody, documented } from "./body-schema";
import { problemSchema } from "./problem";

/** What the middleware has found out about a request before a route runs. */
export type ApiEnv = { Variables: { traceId: string; person: PersonContext; context: Context } };

/** A module's part of the API. Input that does not fit its schema is thrown and becomes a problem like any other. */
export function createApi() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw result.error;
    },
  });
}

/** Whoever sends a request that needs no session. */
export const visitorOf = (c: Request<ApiEnv>) => ({
  db: database(),
  now: () => new Date(),
  traceId: c.var.traceId,
  address: addressOf(c.req.raw.headers),
});

const problem = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: problemSchema } },
});

const retryAfter = {
  "retry-after": {
    schema: { type: "integer" as const },
    description: "Seconds until the same request may succeed",
  },
};

/** What the database or the server lacks at present. */
export const unavailableResponse = {
  503: { ...problem("The database does not answer, or is too busy"), headers: retryAfter },
} as const;

/** The answers that every closed operation can give besides its own. */
export const problemResponses = {
  400: problem("The request is not well-formed"),
  401: problem("No valid session"),
  403: problem("The role does not allow it"),
  404: problem("Not there, or not yours"),
  422: problem("The input is not right"),
  ...unavailableResponse,
} as const;

/** Whoever asks for much at once waits for their turn. */
export const tooManyResponse = {
  429: { ...problem("You have as much of this under way as one person may"), headers: retryAfter },
} as const;

/** Where a program may ask so often and no more. */
export const tooOftenResponse = {
  429: { ...problem("You have asked as often as one may in a minute"), headers: retryAfter },
} as const;

/** Where somebody who guesses waits. */
export const guessedResponse = {
  429: { ...problem("Too many attempts"), headers: retryAfter },
} as const;

/** Where something large is stored. */
export const savingResponses = {
  ...tooManyResponse,
  507: { ...problem("The disk of the database or of the server is full"), headers: retryAfter },
} as const;

/** For what was there and is not given any more: links that were used, what was withdrawn or kept for a time. */
export const goneResponse = { 410: problem("It was there and is no longer") } as const;

export const conflictResponse = {
  409: problem("Somebody was first, or something blocks it"),
} as const;

export const jsonResponse = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { "application/json": { schema: documented(schema) } },
});

/** A field that the schema does not know is refused. */
export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  required: true,
  content: { "application/json": { schema: closedBody(schema) } },
});

/** What a request asks for: what its address names, with its body or its query. The address has the last word. */
export const inputOf = <
  Path extends string,
  Asked extends { out: { param: unknown } },
  Part extends keyof Asked["out"] & ("json" | "query"),
>(
  c: Request<ApiEnv, Path, Asked>,
  part: Part,
) => Object.assign({}, c.req.valid(part), c.req.valid("param"));

/** Path parameters of every tenant route; extend it with a route's own. */
export const workspaceParams = z.object({
  workspace: z.string().openapi({ description: "The workspace's address", example: "meridian" }),
});
export const skillParams = workspaceParams.extend({
  skill: z.string().openapi({ description: "The skill's name" }),
});
export const agentParams = workspaceParams.extend({
  agent: z.string().openapi({ description: "The agent's address", example: "release-desk" }),
});
