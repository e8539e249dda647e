import type { Context } from "@/lib/access/context";
import { createGatewayKey } from "@/lib/gateway/commands/create-gateway-key";
import { splitRequest } from "@/lib/gateway/split-request";
import type { HostProtocol } from "@/lib/hosts/host-traffic";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { readExchange } from "@/lib/live/read-exchange";
import { type ScriptedHost, scriptedRequest } from "./host-requests";

export type LiveStep = { host: Partial<ScriptedHost>; answer: string | null; request?: unknown };

/** A conversation of a scripted host as the gateway keeps it: each request read after the one before it. */
export async function aLiveSession(
  context: Context,
  protocol: HostProtocol,
  steps: readonly LiveStep[],
  { keepsTexts = true }: { keepsTexts?: boolean } = {},
): Promise<string> {
  const { db, workspace } = context;
  const key = await createGatewayKey(context, { name: "Laptop", shared: true });
  const at = new Date();
  const requests = steps.map(
    ({ host, request }) =>
      request ?? scriptedRequest(protocol, { skills: [], message: "Write the notes", calls: [], ...host }),
  );
  const first = readHostRequest(protocol, requests[0]);
  const session = await db.liveSession.create({
    data: {
      workspaceId: workspace.id,
      keyId: key.id,
      protocol,
      startedAt: at,
      lastAt: at,
      host: first?.host ?? null,
      hostVersion: first?.version ?? null,
      exchangeCount: steps.length,
    },
  });
  let before: unknown = null;
  for (const [index, { answer }] of steps.entries()) {
    const seq = index + 1;
    const told = answer === null ? null : { contentType: "text/event-stream", text: answer };
    const request = requests[index];
    const wire = { protocol, modelAsked: "m", userAgent: "", request, answer: told, before };
    before = await readExchange(context, wire);
    const split = splitRequest(protocol, request);
    const texts = split && keepsTexts ? { head: split.head, items: split.items, answer: told } : {};
    const asJson = Object.entries({ ...texts, reading: before }).filter(([, value]) => value != null);
    await db.liveExchange.create({
      data: {
        workspaceId: workspace.id,
        sessionId: session.id,
        seq,
        isSide: false,
        at,
        modelAsked: "m",
        modelId: "rehearsal",
        status: 200,
        ending: "whole",
        requestBytes: 9,
        answerBytes: 9,
        firstByteMs: 3,
        durationMs: 40,
        inputTokens: 100,
        outputTokens: 12,
        isEstimate: false,
        sharedItems: 0,
        digests: new Uint8Array(),
        headSeq: seq,
        headDigest: "0".repeat(64),
        ...JSON.parse(JSON.stringify(Object.fromEntries(asJson))),
      },
    });
  }
  return session.id;
}
