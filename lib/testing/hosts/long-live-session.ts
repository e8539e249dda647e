import type { Context } from "@/lib/access/context";
import { createGatewayKey } from "@/lib/gateway/commands/create-gateway-key";
import type { ReadFact, UnderstoodReading } from "@/lib/hosts/exchange-reading-schema";

const fact = (kind: ReadFact["kind"]): ReadFact => ({ kind, tokens: 3, bytes: 9, sha256: "0".repeat(64) });

/** What was read of the exchange that asks `Question n` and is answered `Answer n`; counted from 0. */
const readingOf = (at: number): UnderstoodReading => ({
  understood: true,
  host: "claude-code",
  version: "2.1.330",
  messages: 2 * at + 1,
  chain: `c${at}`,
  from: at === 0 ? 0 : 2 * at - 1,
  rewrittenFrom: null,
  isAnswered: true,
  finishReason: "end_turn",
  facts: [fact("asked")],
  answerFacts: [fact("said")],
});

const answerOf = (at: number) => ({
  contentType: "application/json",
  text: JSON.stringify({ content: [{ type: "text", text: `Answer ${at}` }], stop_reason: "end_turn" }),
});

/** A conversation of this many exchanges as the gateway keeps it: each holds only what the one before did not. */
export async function aLongLiveSession(context: Context, exchanges: number): Promise<string> {
  const { db, workspace } = context;
  const key = await createGatewayKey(context, { name: "Laptop", shared: true });
  const at = new Date();
  const session = await db.liveSession.create({
    data: {
      workspaceId: workspace.id,
      keyId: key.id,
      protocol: "messages",
      startedAt: at,
      lastAt: at,
      host: "claude-code",
      hostVersion: "2.1.330",
      exchangeCount: exchanges,
    },
  });
  await db.liveExchange.createMany({
    data: Array.from({ length: exchanges }, (_, index) => ({
      workspaceId: workspace.id,
      sessionId: session.id,
      seq: index + 1,
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
      baseSeq: index === 0 ? null : index,
      headSeq: 1,
      headDigest: "0".repeat(64),
      sharedItems: index === 0 ? 0 : 2 * index - 1,
      digests: new Uint8Array(8 * (2 * index + 1)),
      ...(index === 0 ? { head: { model: "m", tools: [{ name: "Skill" }] } } : {}),
      items: [
        ...(index === 0 ? [] : [{ role: "assistant", content: `Answer ${index - 1}` }]),
        { role: "user", content: `Question ${index}` },
      ],
      answer: answerOf(index),
      reading: readingOf(index),
    })),
  });
  return session.id;
}
