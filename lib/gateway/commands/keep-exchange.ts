import "server-only";
import type { Context } from "@/lib/access/context";
import { inTransaction } from "@/lib/db/transaction";
import { beingRead, notUnderstood } from "@/lib/hosts/exchange-reading-schema";
import { toStorable } from "@/lib/kernel/to-storable";
import type { Admission } from "../admit-host";
import { digestBehind } from "../answer-digest";
import { keptParts } from "../gateway-options";
import { holdGatewaySettings } from "../gateway-settings";
import { digestHistory } from "../history-digests";
import type { ReadExchange, SeenExchange } from "../ports";
import { privateDigest } from "../private-digest";
import { splitRequest } from "../split-request";
import { tellLive } from "../tell-live";
import { type WeighedExchange, weighExchange } from "../weigh-exchange";
import { type KeptRequest, type Place, placeExchange } from "../writes/place-exchange";
import { keepReading } from "./keep-reading";
import type { Spending } from "./spend-exchange";

/** What is not read by then after it was written down will not be: its server was stopped. */
const longestReadingMs = 10_000;

/**
 * Writes down, as far as the workspace keeps it, what went by: in the conversation that it goes on with, or as the first
 * of a new one. `lacking` says why its texts are not among it.
 */
export async function keepExchange(
  { context, key }: Admission,
  seen: SeenExchange,
  { read, lacking, spending }: { read: ReadExchange; lacking: string | null; spending: Spending },
): Promise<void> {
  const known = await weighExchange(seen, spending);
  const kept = digestRequest(seen, known, spending);
  const facts = { note: lacking ?? known.note, ...factsOf(seen, spending) };
  const place = await inTransaction(context, (context) =>
    insert(context, { key, seen, known, kept, facts, hasTexts: lacking === null }),
  );
  if (!place) return;
  const { isAnswered } = spending;
  if (known.request && !kept.isSide) await keepReading(context, read, { seen, known, isAnswered, place });
  await tellLive(context, place.sessionId);
}

type Insert = {
  key: Admission["key"];
  seen: SeenExchange;
  known: WeighedExchange;
  kept: KeptRequest;
  facts: ReturnType<typeof factsOf> & { note: string | null };
  /** False where these were let go of. */
  hasTexts: boolean;
};

/** Null where nothing is kept, by the workspace's choice of this moment, or because the key is gone. */
async function insert(
  context: Context,
  { key, seen, known, kept, facts, hasTexts }: Insert,
): Promise<Place | null> {
  const { db, workspace } = context;
  const keeps = keptParts[(await holdGatewaySettings(context)).keeps];
  // Two hosts on one key, or two servers: one exchange after the other finds its conversation.
  const held = await db.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM "GatewayKey" WHERE id = ${key.id}::uuid FOR NO KEY UPDATE`;
  if (!keeps.exchanges || held.length === 0) return null;
  const place = await placeExchange(context, { keyId: key.id, seen, known, kept });
  const { sessionId, seq, baseSeq, sharedItems, headSeq } = place;
  const { isSide, digests, headDigest, answerDigest } = kept;
  const readBy = new Date(context.now().getTime() + longestReadingMs);
  await db.liveExchange.create({
    data: {
      id: seen.id,
      workspaceId: workspace.id,
      sessionId,
      seq,
      baseSeq,
      sharedItems,
      headSeq,
      isSide,
      digests,
      headDigest,
      answerDigest,
      ...facts,
      ...(known.request ? (isSide ? {} : { reading: beingRead(readBy) }) : { reading: notUnderstood }),
    },
  });
  const keepsTexts = keeps.texts && hasTexts;
  const hasItems = keepsTexts && kept.items !== null;
  await writeTexts(context, seen.id, {
    head: hasItems && headSeq === seq ? kept.head : null,
    items: hasItems ? (kept.items?.slice(sharedItems) ?? null) : null,
    answer: keepsTexts ? { contentType: seen.answer.contentType, text: known.answerText } : null,
  });
  return place;
}

const factsOf = (seen: SeenExchange, { tokens, isEstimate, cost }: Spending) => ({
  modelAsked: toStorable(seen.modelAsked).slice(0, 200),
  modelId: seen.modelId,
  status: seen.status,
  ending: seen.ending,
  requestBytes: seen.requestBytes,
  answerBytes: seen.answerBytes,
  firstByteMs: seen.firstByteMs === null ? null : Math.round(seen.firstByteMs),
  durationMs: Math.round(seen.durationMs),
  inputTokens: tokens?.input ?? null,
  outputTokens: tokens?.output ?? null,
  cachedTokens: tokens?.cached ?? null,
  isEstimate,
  cost,
  at: seen.at,
});

/** As JSON that is only ever read as text: it may hold what the database's own JSON cannot. */
async function writeTexts(
  { db }: { db: Parameters<typeof inTransaction>[0]["db"] },
  id: string,
  texts: Record<"head" | "items" | "answer", unknown>,
): Promise<void> {
  const [head, items, answer] = [texts.head, texts.items, texts.answer].map((value) =>
    value == null ? null : JSON.stringify(value),
  );
  await db.$executeRaw`
    UPDATE "LiveExchange" SET head = ${head}::json, items = ${items}::json, answer = ${answer}::json
    WHERE id = ${id}::uuid`;
}

/** What of an exchange tells which conversation it belongs to, and what is kept of its request. */
function digestRequest(
  { protocol, sessionName }: SeenExchange,
  { body, request }: WeighedExchange,
  { answerDigest }: Spending,
): KeptRequest {
  const split = splitRequest(protocol, body);
  const items = split?.items ?? [];
  const session = sessionName ?? request?.session ?? null;
  const digest = privateDigest;
  return {
    head: split?.head ?? null,
    items: split?.items ?? null,
    digests: digestHistory(items, digest),
    headDigest: digest(JSON.stringify(split?.head ?? null)),
    sessionDigest: session === null ? null : digest(session),
    answerDigest,
    saidBehind: onceEach((size) => digestBehind(protocol, items, { size, digest })),
    isSide: request !== null && request.host !== null && request.tools.length === 0,
  };
}

/** Several conversations may have come equally far. */
function onceEach(find: (size: number) => string | null): (size: number) => string | null {
  const found = new Map<number, string | null>();
  return (size) => {
    const value = found.get(size);
    if (value !== undefined) return value;
    const first = find(size);
    found.set(size, first);
    return first;
  };
}
