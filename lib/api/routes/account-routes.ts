import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import {
  accountDetailsSchema,
  accountListSchema,
  accountSchema,
  instanceWorkspaceListSchema,
  listAccountsSchema,
  madeResetLinkSchema,
} from "@/lib/accounts/account-schema";
import { makeOperator, removeOperator } from "@/lib/accounts/commands/change-operator";
import { deactivateAccount, reactivateAccount } from "@/lib/accounts/commands/deactivate-account";
import { makeResetLink } from "@/lib/accounts/commands/make-reset-link";
import { resetTwoFactor } from "@/lib/accounts/commands/reset-two-factor";
import { getAccount, listAccounts, listInstanceWorkspaces } from "@/lib/accounts/queries";
import { conflictResponse, createApi, jsonResponse, problemResponses } from "../route";

const tags = ["Operators"];
const base = "/instance/people/{person}";
const request = { params: z.object({ person: z.uuid() }) };
const account = { 200: jsonResponse(accountSchema, "The account as it is now"), ...problemResponses };
const changed = { ...account, ...conflictResponse };

/** What operators do for the people of an installation. It opens no workspace that they do not belong to. */
export const accountRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/instance/people",
      tags,
      summary: "List the people of this installation",
      description:
        "For operators, like all of these. Workspaces by name and role; nothing of what is in them.",
      request: { query: listAccountsSchema },
      responses: { 200: jsonResponse(accountListSchema, "By name"), ...problemResponses },
    }),
    async (c) => c.json(await listAccounts(c.var.person, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: base,
      tags,
      summary: "One person’s account, with what deactivating it would touch",
      request,
      responses: { 200: jsonResponse(accountDetailsSchema, "The account"), ...problemResponses },
    }),
    async (c) => c.json(await getAccount(c.var.person, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/instance/operators/{person}",
      tags,
      summary: "Make somebody an operator",
      request,
      responses: changed,
    }),
    async (c) => {
      await makeOperator(c.var.person, c.req.valid("param"));
      return c.json(await getAccount(c.var.person, c.req.valid("param")), 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/instance/operators/{person}",
      tags,
      summary: "Make somebody no operator any more",
      description: "Oneself too. 409 for the only operator who gets in.",
      request,
      responses: { 204: { description: "No operator" }, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      await removeOperator(c.var.person, c.req.valid("param"));
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/deactivate`,
      tags,
      summary: "Deactivate an account",
      description:
        "Nobody gets in with it: sessions and streams end, runs stop, keys do nothing, open invitations and reset " +
        "links of theirs are revoked. `leftWithoutOwner` names workspaces that nobody who gets in owns any more. 409 " +
        "for the only operator.",
      request,
      responses: {
        200: jsonResponse(z.object({ leftWithoutOwner: z.array(z.string()) }), "Deactivated"),
        ...problemResponses,
        ...conflictResponse,
      },
    }),
    async (c) => {
      const { leftWithoutOwner } = await deactivateAccount(c.var.person, c.req.valid("param"));
      return c.json({ leftWithoutOwner }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/reactivate`,
      tags,
      summary: "Reactivate an account",
      description: "As it was: with its roles and its keys. They sign in anew.",
      request,
      responses: account,
    }),
    async (c) => {
      await reactivateAccount(c.var.person, c.req.valid("param"));
      return c.json(await getAccount(c.var.person, c.req.valid("param")), 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${base}/reset-link`,
      tags,
      summary: "Make a link with which somebody chooses a new password",
      description:
        "It works once, for an hour, and is in this answer alone. The second step is still asked for. 403 where " +
        "passwords are off.",
      request,
      responses: { 201: jsonResponse(madeResetLinkSchema, "Made"), ...problemResponses },
    }),
    async (c) => c.json(await makeResetLink(c.var.person, c.req.valid("param")), 201),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${base}/two-factor`,
      tags,
      summary: "Switch the second step off for somebody who lost it",
      description: "Signs them out everywhere.",
      request,
      responses: { 204: { description: "Off" }, ...problemResponses },
    }),
    async (c) => {
      await resetTwoFactor(c.var.person, c.req.valid("param"));
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/instance/workspaces",
      tags,
      summary: "List all workspaces by name",
      description: "That they are there, and who answers for them; nothing of what is in them.",
      responses: { 200: jsonResponse(instanceWorkspaceListSchema, "By name"), ...problemResponses },
    }),
    async (c) => c.json({ items: await listInstanceWorkspaces(c.var.person) }, 200),
  );
