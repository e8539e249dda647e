import type { Context } from "@/lib/access/context";
import { gatewayDoor } from "@/lib/api/gateway-door";
import { everythingKept } from "@/lib/gateway/adapters/live-recorder";
import { createGatewayKey } from "@/lib/gateway/commands/create-gateway-key";
import { getLiveExchange } from "@/lib/gateway/live-exchanges";
import { listLiveSessions } from "@/lib/gateway/live-sessions";
import type { ModelProvider } from "@/lib/models/provider-options";
import { seal } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { messageEvents, startWireServer, type WireServer } from "../servers/wire-server";

/** Of the workspace, at the provider. */
export const providerKey = "sk-workspace-0123456789abcdef";

type Setting = { provider?: ModelProvider; timeoutSeconds?: number; monthlyLimit?: number };

let made = 0;

/** A host's key for a model that `server` answers for; the connection was not tested. */
export async function aKeyFor(
  context: Context,
  server: WireServer,
  { provider = "anthropic", ...settings }: Setting = {},
) {
  made += 1;
  const id = crypto.randomUUID();
  await context.db.modelConnection.create({
    data: {
      id,
      workspaceId: context.workspace.id,
      name: `Large ${made}`,
      provider,
      baseUrl: server.baseUrl,
      modelId: "large",
      encryptedKey: seal(env().secret, `model-connection:${id}`, providerKey),
      windowTokens: 1_000,
      inputPrice: 3_000,
      outputPrice: 15_000,
      createdById: context.actor.userId,
      ...settings,
    },
  });
  return { ...(await createGatewayKey(context, { name: "Laptop", model: id })), connection: id };
}

type Sent = {
  path?: string;
  method?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: object;
  signal?: AbortSignal;
};

export const helloRequest =
  '{ "model" : "claude-x",\n "stream":true, "messages":[{"role":"user","content":"Hello \\u00e9"}]}';

/** What a host sends to the address it was given. */
export async function sendAsHost(
  address: string,
  { path = "/v1/messages", method = "POST", body = helloRequest, headers = {}, signal }: Sent = {},
): Promise<Response> {
  const { pathname } = new URL(address);
  return gatewayDoor.fetch(
    new Request(`http://greenroom.test${pathname}${path}`, {
      method,
      headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", ...headers },
      ...(method === "GET" ? {} : { body }),
      ...(signal ? { signal } : {}),
    }),
  );
}

export const goodDayEvents = messageEvents(["Good ", "day"]);

/** A provider that says good day to everybody. */
export const startGoodDayServer = () =>
  startWireServer((response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "request-id": "req_1" });
    for (const piece of goodDayEvents) response.write(piece);
    response.end();
  });

/** The newest exchange that a person may see, once everything is written down; null without any. */
export async function newestExchange(context: Context) {
  await everythingKept();
  const { items } = await listLiveSessions(context, {});
  const [session] = items;
  if (!session) return null;
  return getLiveExchange(context, { session: session.id, seq: session.exchangeCount });
}
