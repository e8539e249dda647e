import "server-only";
import { z } from "@hono/zod-openapi";
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
import { personOperationsUnder } from "../operation";
import { createApi, jsonResponse } from "../route";

const operation = personOperationsUnder("Operators");
const base = "/instance/people/{person}";
const operator = "/instance/operators/{person}";
const params = z.object({ person: z.uuid() });
const account = jsonResponse(accountSchema, "The account as it is now");

/** What operators do for the people of an installation. It opens no workspace that they do not belong to. */
export const accountRoutes = createApi().openapiRoutes([
  operation("get", "/instance/people", {
    summary: "List the people of this installation",
    description: "For operators, like all of these. Workspaces by name and role; nothing of what is in them.",
    query: listAccountsSchema,
    answer: jsonResponse(accountListSchema, "By name"),
    run: listAccounts,
  }),
  operation("get", base, {
    summary: "One person’s account, with what deactivating it would touch",
    params,
    answer: jsonResponse(accountDetailsSchema, "The account"),
    run: getAccount,
  }),
  operation("put", operator, {
    summary: "Make somebody an operator",
    params,
    answer: account,
    conflict: true,
    run: async (asker, asked) => {
      await makeOperator(asker, asked);
      return getAccount(asker, asked);
    },
  }),
  operation("delete", operator, {
    summary: "Make somebody no operator any more",
    description: "Oneself too. 409 for the only operator who gets in.",
    params,
    done: "No operator",
    conflict: true,
    run: removeOperator,
  }),
  operation("post", `${base}/deactivate`, {
    summary: "Deactivate an account",
    description:
      "Nobody gets in with it: sessions and streams end, runs stop, keys do nothing, open invitations and reset " +
      "links of theirs are revoked. `leftWithoutOwner` names workspaces that nobody who gets in owns any more. 409 " +
      "for the only operator.",
    params,
    answer: jsonResponse(z.object({ leftWithoutOwner: z.array(z.string()) }), "Deactivated"),
    conflict: true,
    run: async (asker, asked) => {
      const { leftWithoutOwner } = await deactivateAccount(asker, asked);
      return { leftWithoutOwner };
    },
  }),
  operation("post", `${base}/reactivate`, {
    summary: "Reactivate an account",
    description: "As it was: with its roles and its keys. They sign in anew.",
    params,
    answer: account,
    run: async (asker, asked) => {
      await reactivateAccount(asker, asked);
      return getAccount(asker, asked);
    },
  }),
  operation("post", `${base}/reset-link`, {
    summary: "Make a link with which somebody chooses a new password",
    description:
      "It works once, for an hour, and is in this answer alone. The second step is still asked for. 403 where " +
      "passwords are off.",
    params,
    status: 201,
    answer: jsonResponse(madeResetLinkSchema, "Made"),
    run: makeResetLink,
  }),
  operation("delete", `${base}/two-factor`, {
    summary: "Switch the second step off for somebody who lost it",
    description: "Signs them out everywhere.",
    params,
    done: "Off",
    run: resetTwoFactor,
  }),
  operation("get", "/instance/workspaces", {
    summary: "List all workspaces by name",
    description: "That they are there, and who answers for them; nothing of what is in them.",
    answer: jsonResponse(instanceWorkspaceListSchema, "By name"),
    run: async (asker) => ({ items: await listInstanceWorkspaces(asker) }),
  }),
]);
