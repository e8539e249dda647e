import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import {
  lookResetLinkSchema,
  madeResetLinkSchema,
  passwordResetSchema,
  requestResetLinkSchema,
  resetLinkSchema,
  resetPasswordSchema,
} from "@/lib/accounts/account-schema";
import { makeMemberResetLink } from "@/lib/accounts/commands/make-reset-link";
import { requestResetLink } from "@/lib/accounts/commands/request-reset-link";
import { resetPassword } from "@/lib/accounts/commands/reset-password";
import { lookAtResetLink } from "@/lib/accounts/reset-links";
import { takeGuess } from "@/lib/auth/commands/take-guess";
import { database } from "@/lib/db/client";
import { lookAtLink } from "../look-at-link";
import {
  createApi,
  goneResponse,
  guessedResponse,
  jsonBody,
  jsonResponse,
  problemResponses,
  visitorOf,
  workspaceParams,
} from "../route";

const tags = ["Reset links"];
const open = { security: [] };

export const resetLinkRoutes = createApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/reset-links/request",
      ...open,
      tags,
      summary: "Ask for a new password by e-mail",
      description:
        "The same answer for every address. Where it has an account with a password, a link goes to it: at most " +
        "three an hour. 422 where no e-mail is sent, 403 where passwords are off.",
      request: { body: jsonBody(requestResetLinkSchema) },
      responses: {
        204: { description: "If there is such an account, a letter is on its way" },
        ...problemResponses,
        ...guessedResponse,
      },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const visitor = visitorOf(c);
      // Each counts as a guess: of one caller who tries addresses, and of one address that is asked for again.
      await takeGuess(visitor, { kind: "reset", target: input.email });
      await requestResetLink(visitor, input);
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/reset-links/look",
      ...open,
      tags,
      summary: "What a reset link opens",
      request: { body: jsonBody(lookResetLinkSchema) },
      responses: {
        200: jsonResponse(resetLinkSchema, "The link’s state"),
        ...problemResponses,
        ...guessedResponse,
      },
    }),
    async (c) => {
      const guess = { kind: "link", target: c.req.valid("json").token } as const;
      const link = await lookAtLink(visitorOf(c), guess, (token) =>
        lookAtResetLink({ db: database() }, token, new Date()),
      );
      return c.json(link, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/reset-links/use",
      ...open,
      tags,
      summary: "Choose a new password with a reset link",
      description:
        "Signs the person out everywhere. The second step is still asked for; keys and a connected provider stay. " +
        "410 when the link was used, has expired or is no longer valid.",
      request: { body: jsonBody(resetPasswordSchema) },
      responses: {
        200: jsonResponse(passwordResetSchema, "Set"),
        ...problemResponses,
        ...guessedResponse,
        ...goneResponse,
      },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const visitor = visitorOf(c);
      const guess = await takeGuess(visitor, { kind: "link", target: input.token });
      const done = await resetPassword(visitor, input);
      await guess.wasRight();
      return c.json(done, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/workspaces/{workspace}/members/{member}/reset-link",
      tags: ["Members"],
      summary: "Make a link with which a member chooses a new password",
      description:
        "For somebody whose account is this workspace’s alone, whose role is not above your own and who is no " +
        "operator: 403 otherwise, and an operator can. It works once, for an hour, and is in this answer alone.",
      request: { params: workspaceParams.extend({ member: z.uuid() }) },
      responses: { 201: jsonResponse(madeResetLinkSchema, "Made"), ...problemResponses },
    }),
    async (c) => c.json(await makeMemberResetLink(c.var.context, c.req.valid("param")), 201),
  );
