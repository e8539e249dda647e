import "server-only";
import type { Context } from "@/lib/access/context";
import { inTransaction } from "@/lib/db/transaction";
import { sha256 } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import type { Admission } from "../admit-host";
import { readGatewaySettings } from "../gateway-settings";
import { digestHistory } from "../history-digests";
import type { ReadExchange, SeenExchange } from "../ports";
import { type ReadSeen, readSeen } from "../read-seen";
import { splitRequest } from "../split-request";
import { tellLive } from "../tell-live";
import { type KeptRequest, type Place, placeExchange } from "../writes/place-exchange";

/**
 * Writes down what one exchange spent, and, as far as the workspace keeps it, what went by: in the conversation that it
 * goes on with, or as the first of a new one. `lacking` says why its texts are not among it.
 */
export async function keepExchange(
  { context, key, passage }: Admission,
  seen: SeenExchange,
  { read, lacking }: { read: ReadExchange; lacking: string | null },
): Promise<void> {
  const known = await readSeen(seen);
  const note = lacking ?? known.note;
  const cost =
    known.tokens && passage
      ? await passage.meter.afterStep({ ...known.tokens, source: sourceOf(known) })
      : null;
  const kept = digestRequest(seen, known);
  const facts = { note, cost, ...factsOf(seen, known) };
  const place = await inTransaction(context, (context) => insert(context, { key, seen, known, kept, facts }));
  if (!place) return;
  if (known.request && !kept.isSide) await keepReading(context, read, { seen, known, before: place.before });
  await tellLive(context, place.sessionId);
}

type Insert = {
  key: Admission["key"];
  seen: SeenExchange;
  known: ReadSeen;
  kept: KeptRequest;
  facts: ReturnType<typeof factsOf> & { note: string | null; cost: number | null };
};

/** Null where nothing is kept, by the workspace's choice of this moment, or because the key is gone. */
async function insert(context: Context, { key, seen, known, kept, facts }: Insert): Promise<Place | null> {
  const { db, workspace } = context;
  // Who has just chosen to keep less finds nothing of this a moment later.
  await db.$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${workspace.id}::uuid FOR SHARE`;
  const { keeps } = await readGatewaySettings(context);
  // Two hosts on one key, or two servers: one exchange after the other finds its conversation.
  const held = await db.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM "GatewayKey" WHERE id = ${key.id}::uuid FOR NO KEY UPDATE`;
  if (keeps === "nothing" || held.length === 0) return null;
  const place = await placeExchange(context, { keyId: key.id, seen, known, kept });
  const { sessionId, seq, baseSeq, sharedItems, headSeq } = place;
  const { isSide, digests, headDigest } = kept;
  await db.liveExchange.create({
    data: {
      ...{ id: seen.id, workspaceId: workspace.id, sessionId, seq, baseSeq, sharedItems, headSeq },
      ...{ isSide, digests, headDigest, ...facts },
    },
  });
  const hasTexts = keeps === "all" && kept.items !== null;
  await writeTexts(context, seen.id, {
    head: hasTexts && headSeq === seq ? kept.head : null,
    items: hasTexts ? (kept.items?.slice(sharedItems) ?? null) : null,
    answer: keeps === "all" ? { contentType: seen.answer.contentType, text: known.answerText } : null,
  });
  return place;
}

const factsOf = (seen: SeenExchange, { tokens, isEstimate }: ReadSeen) => ({
  modelAsked: storable(seen.modelAsked).slice(0, 200),
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
  at: seen.at,
});

/** What happened to skills, beside the exchange; what cannot be read leaves the rest of it as it is. */
async function keepReading(
  context: Context,
  read: ReadExchange,
  { seen, known, before }: { seen: SeenExchange; known: ReadSeen; before: unknown },
): Promise<void> {
  const answer = known.answer ? { contentType: seen.answer.contentType, text: known.answerText } : null;
  try {
    const reading = await read(context, { ...seen, request: known.body, answer, before });
    await context.db.$executeRaw`
      UPDATE "LiveExchange" SET reading = ${JSON.stringify(reading)}::json WHERE id = ${seen.id}::uuid`;
  } catch (error) {
    log.error({ err: error, exchange: seen.id }, "an exchange of a host could not be read");
    await context.db.liveExchange.updateMany({
      where: { id: seen.id, workspaceId: context.workspace.id, note: null },
      data: { note: "What happened to skills in it could not be read." },
    });
  }
}

const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();
const sourceOf = ({ isEstimate }: ReadSeen) => (isEstimate ? ("estimate" as const) : ("provider" as const));

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

/** What of a request tells which conversation it belongs to, and what is kept of it. */
function digestRequest(seen: SeenExchange, { body, request }: ReadSeen): KeptRequest {
  const split = splitRequest(seen.protocol, body);
  const session = seen.sessionName ?? request?.session ?? null;
  return {
    head: split?.head ?? null,
    items: split?.items ?? null,
    digests: digestHistory(split?.items ?? []),
    headDigest: sha256(JSON.stringify(split?.head ?? null)),
    sessionDigest: session === null ? null : sha256(session),
    isSide: request !== null && request.host !== null && request.tools.length === 0,
  };
}
