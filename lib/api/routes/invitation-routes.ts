import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { acceptInvitation, acceptInvitationAsNew } from "@/lib/auth/commands/accept-invitation";
import { createInvitation } from "@/lib/auth/commands/create-invitation";
import { revokeInvitation } from "@/lib/auth/commands/revoke-invitation";
import { takeGuess } from "@/lib/auth/commands/take-guess";
import { signIn } from "@/lib/auth/credentials";
import {
  acceptInvitationSchema,
  createdInvitationSchema,
  createInvitationSchema,
  invitationLinkSchema,
  invitationListSchema,
  lookInvitationSchema,
} from "@/lib/auth/invitation-schema";
import { listInvitations, lookAtInvitation } from "@/lib/auth/invitations";
import { getPersonContext } from "@/lib/auth/request-context";
import { workspaceSchema } from "@/lib/auth/schema";
import { database } from "@/lib/db/client";
import { lookAtLink } from "../look-at-link";
import { operationsUnder } from "../operation";
import {
  conflictResponse,
  createApi,
  goneResponse,
  guessedResponse,
  jsonBody,
  jsonResponse,
  problemResponses,
  visitorOf,
  workspaceParams,
} from "../route";

const tags = ["Members"];
const operation = operationsUnder("Members");
const base = "/workspaces/{workspace}/invitations";
const open = { security: [] };

export const invitationRoutes = createApi()
  .openapiRoutes([
    operation("get", base, {
      summary: "List invitations",
      description: "All that are open, then the others up to 200. The links themselves are not kept.",
      params: workspaceParams,
      answer: jsonResponse(invitationListSchema, "Newest first"),
      run: listInvitations,
    }),
    operation("post", base, {
      summary: "Invite somebody",
      description:
        "A link that lets one person join, in this answer and never shown again. With an address it works for that " +
        "address alone and goes out by e-mail where that is configured; `mail` says what became of it.",
      params: workspaceParams,
      body: createInvitationSchema,
      status: 201,
      answer: jsonResponse(createdInvitationSchema, "Made"),
      conflict: true,
      run: createInvitation,
    }),
    operation("delete", `${base}/{invitation}`, {
      summary: "Revoke an invitation",
      params: workspaceParams.extend({ invitation: z.uuid() }),
      done: "Revoked",
      conflict: true,
      run: revokeInvitation,
    }),
  ])
  .openapi(
    createRoute({
      method: "post",
      path: "/invitations/look",
      ...open,
      tags,
      summary: "What an invitation's link opens",
      request: { body: jsonBody(lookInvitationSchema) },
      responses: {
        200: jsonResponse(invitationLinkSchema, "The link's state"),
        ...problemResponses,
        ...guessedResponse,
      },
    }),
    async (c) => {
      const guess = { kind: "link", target: c.req.valid("json").token } as const;
      const link = await lookAtLink(visitorOf(c), guess, (token) =>
        lookAtInvitation({ db: database() }, token, new Date()),
      );
      return c.json(link, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/invitations/accept",
      ...open,
      tags,
      summary: "Join a workspace by an invitation's link",
      description:
        "With `account` somebody new makes theirs, and the answer carries a session cookie; without, whoever is " +
        "signed in joins. 410 when the link was used, has expired or was revoked; 403 when it is for another " +
        "address; 409 for a member, and for an address that has an account.",
      request: { body: jsonBody(acceptInvitationSchema) },
      responses: {
        201: jsonResponse(workspaceSchema, "Joined"),
        ...problemResponses,
        ...guessedResponse,
        ...goneResponse,
        ...conflictResponse,
      },
    }),
    async (c) => {
      const { token, account } = c.req.valid("json");
      const headers = c.req.raw.headers;
      const visitor = visitorOf(c);
      const guess = await takeGuess(visitor, { kind: "link", target: token });
      const joined = account
        ? await acceptInvitationAsNew(visitor, { token, account })
        : await acceptInvitation(await getPersonContext(headers), { token });
      await guess.wasRight();
      if (account) {
        const session = await signIn(account.email, account.password, headers);
        for (const cookie of session.getSetCookie()) c.header("set-cookie", cookie, { append: true });
      }
      return c.json(joined, 201);
    },
  );
