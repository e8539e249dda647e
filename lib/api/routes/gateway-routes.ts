import "server-only";
import { z } from "@hono/zod-openapi";
import { createGatewayKey } from "@/lib/gateway/commands/create-gateway-key";
import { removeLiveSession } from "@/lib/gateway/commands/remove-live-session";
import { revokeGatewayKey } from "@/lib/gateway/commands/revoke-gateway-key";
import { setGatewaySettings } from "@/lib/gateway/commands/set-gateway-settings";
import { listGatewayKeys } from "@/lib/gateway/gateway-keys";
import { getGatewaySettings } from "@/lib/gateway/gateway-settings";
import { getLiveExchange, listLiveExchanges } from "@/lib/gateway/live-exchanges";
import {
  listLiveExchangesSchema,
  listLiveSessionsSchema,
  liveExchangeBodySchema,
  liveExchangeListSchema,
  liveSessionListSchema,
  liveSessionSchema,
} from "@/lib/gateway/live-schema";
import { getLiveSession, listLiveSessions } from "@/lib/gateway/live-sessions";
import {
  createdGatewayKeySchema,
  createGatewayKeySchema,
  gatewayKeyListSchema,
  gatewaySettingsSchema,
  savedGatewaySettingsSchema,
} from "@/lib/gateway/schema";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { removeUnkeptServed } from "@/lib/served/commands/remove-unkept-served";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Live hosts");
const base = "/workspaces/{workspace}/gateway";
const session = workspaceParams.extend({
  session: z.string().openapi({ description: "The id of a conversation of a live host" }),
});

export const gatewayRoutes = createApi().openapiRoutes([
  operation("get", `${base}/keys`, {
    summary: "List keys for hosts",
    description: "Your own; everybody's for admins.",
    params: workspaceParams,
    answer: jsonResponse(gatewayKeyListSchema, "Newest first"),
    run: async (context) => ({ items: await listGatewayKeys(context) }),
  }),
  operation("post", `${base}/keys`, {
    summary: "Make a key for a host",
    description:
      "A host that is given its address asks one model of the workspace, or Rehearsal, on your account. The address " +
      "is in this answer and never shown again.",
    params: workspaceParams,
    body: createGatewayKeySchema,
    status: 201,
    answer: jsonResponse(createdGatewayKeySchema, "Made"),
    run: createGatewayKey,
  }),
  operation("delete", `${base}/keys/{key}`, {
    summary: "Revoke a key for a host",
    description: "Its next request is refused. What went by stays as long as the workspace keeps it.",
    params: workspaceParams.extend({ key: z.uuid() }),
    done: "Revoked",
    run: revokeGatewayKey,
  }),
  operation("get", `${base}/settings`, {
    summary: "See what is kept of what live hosts send",
    params: workspaceParams,
    answer: jsonResponse(gatewaySettingsSchema, "What, and for how long"),
    run: getGatewaySettings,
  }),
  operation("put", `${base}/settings`, {
    summary: "Say what is kept of what live hosts send",
    description:
      "It holds for the sessions of agents' own programs too. What is not kept any more is removed at once, with " +
      "open ones that hold words which are not kept: their programs are told 404 and open another.",
    params: workspaceParams,
    body: gatewaySettingsSchema,
    answer: jsonResponse(savedGatewaySettingsSchema, "Saved"),
    run: (context, asked) => setGatewaySettings(context, asked, removeUnkeptServed),
  }),
  operation("get", `${base}/sessions`, {
    summary: "List conversations of live hosts",
    description: "Those of your own keys and of shared ones.",
    params: workspaceParams,
    query: listLiveSessionsSchema,
    answer: jsonResponse(liveSessionListSchema, "The most recently used first"),
    run: listLiveSessions,
  }),
  operation("get", `${base}/sessions/{session}`, {
    summary: "Get a conversation of a live host",
    params: session,
    answer: jsonResponse(liveSessionSchema, "The conversation"),
    run: getLiveSession,
  }),
  operation("delete", `${base}/sessions/{session}`, {
    summary: "Remove a conversation of a live host with all that is kept of it",
    params: session,
    done: "Removed",
    run: removeLiveSession,
  }),
  operation("get", `${base}/sessions/{session}/exchanges`, {
    summary: "List what went by in a conversation of a live host",
    params: session,
    query: listLiveExchangesSchema,
    answer: jsonResponse(liveExchangeListSchema, "In order, without their texts"),
    run: async (context, asked) => ({ items: await listLiveExchanges(context, asked) }),
  }),
  operation("get", `${base}/sessions/{session}/exchanges/{seq}`, {
    summary: "Get one request of a live host and its answer, with their texts",
    params: session.extend({ seq: rowNumberInAddress }),
    answer: jsonResponse(liveExchangeBodySchema, "As they went by; null where they are not kept"),
    turn: "read",
    run: getLiveExchange,
  }),
]);
