import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { updateWorkspace } from "@/lib/auth/commands";
import { takeGuess } from "@/lib/auth/commands/take-guess";
import { signIn } from "@/lib/auth/credentials";
import { getInstanceState, getSetupLinkState, listMembers, listWorkspaces } from "@/lib/auth/queries";
import {
  claimInstanceSchema,
  createWorkspaceSchema,
  instanceStateSchema,
  memberSchema,
  sessionSchema,
  setupLinkSchema,
  setupLinkStateSchema,
  updateWorkspaceSchema,
  workspaceSchema,
} from "@/lib/auth/schema";
import { database } from "@/lib/db/client";
import { claimInstance, openWorkspace } from "@/lib/onboarding/commands";
import { lookAtLink } from "../look-at-link";
import { operationsUnder, personOperationsUnder } from "../operation";
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

const open = { security: [] };
const tags = ["Workspaces"];
const operation = operationsUnder("Workspaces");
const personOperation = personOperationsUnder("Workspaces");

export const workspaceRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/setup",
      ...open,
      tags: ["Instance"],
      summary: "Whether this installation has been claimed",
      responses: { 200: jsonResponse(instanceStateSchema, "The state") },
    }),
    async (c) => c.json(await getInstanceState({ db: database() }), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/setup/link",
      ...open,
      tags: ["Instance"],
      summary: "Whether a set-up link still works",
      request: { body: jsonBody(setupLinkSchema) },
      responses: {
        200: jsonResponse(setupLinkStateSchema, "The link's state"),
        ...problemResponses,
        ...guessedResponse,
      },
    }),
    async (c) => {
      const guess = { kind: "setup", target: c.req.valid("json").token } as const;
      const link = await lookAtLink(visitorOf(c), guess, (token) =>
        getSetupLinkState({ db: database() }, token, new Date()),
      );
      return c.json(link, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/setup/claim",
      ...open,
      tags: ["Instance"],
      summary: "Claim this installation with its one-time set-up link",
      request: { body: jsonBody(claimInstanceSchema) },
      responses: {
        201: jsonResponse(workspaceSchema, "Claimed; the answer carries a session cookie"),
        ...problemResponses,
        ...guessedResponse,
        ...goneResponse,
      },
    }),
    async (c) => {
      const claim = c.req.valid("json");
      const headers = c.req.raw.headers;
      const visitor = visitorOf(c);
      const guess = await takeGuess(visitor, { kind: "setup", target: claim.token });
      const { workspace } = await claimInstance(visitor, claim);
      await guess.wasRight();
      const session = await signIn(claim.email, claim.password, headers);
      for (const cookie of session.getSetCookie()) c.header("set-cookie", cookie, { append: true });
      return c.json({ ...workspace, createdAt: visitor.now().toISOString() }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/session",
      tags,
      summary: "Who is signed in, and their workspaces",
      responses: { 200: jsonResponse(sessionSchema, "The person"), ...problemResponses },
    }),
    async (c) => {
      const { userId, name, email, isOperator } = c.var.person.actor;
      const workspaces = await listWorkspaces(c.var.person);
      return c.json({ user: { id: userId, name, email, isOperator }, workspaces }, 200);
    },
  )
  .openapiRoutes([
    personOperation("get", "/workspaces", {
      summary: "List your workspaces",
      answer: jsonResponse(z.object({ items: z.array(workspaceSchema) }), "By name"),
      run: async (person) => ({ items: await listWorkspaces(person) }),
    }),
  ])
  .openapi(
    createRoute({
      method: "post",
      path: "/workspaces",
      tags,
      summary: "Create a workspace (the operator only)",
      request: { body: jsonBody(createWorkspaceSchema) },
      responses: { 201: jsonResponse(workspaceSchema, "Created"), ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      const { workspace, now } = await openWorkspace(c.var.person, c.req.valid("json"));
      return c.json({ ...workspace, createdAt: now().toISOString() }, 201);
    },
  )
  .openapiRoutes([
    operation("patch", "/workspaces/{workspace}", {
      summary: "Rename a workspace",
      params: workspaceParams,
      body: updateWorkspaceSchema,
      answer: jsonResponse(workspaceSchema, "Renamed"),
      run: updateWorkspace,
    }),
    operation("get", "/workspaces/{workspace}/members", {
      summary: "List the members of a workspace",
      params: workspaceParams,
      answer: jsonResponse(z.object({ items: z.array(memberSchema) }), "By name"),
      run: async (context) => ({ items: await listMembers(context) }),
    }),
  ]);
