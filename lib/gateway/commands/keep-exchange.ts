import "server-only";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { sha256 } from "@/lib/platform/crypto";
import type { Admission } from "../admit-host";
import { readGatewaySettings } from "../gateway-settings";
import { digestHistory } from "../history-digests";
import type { ReadExchange, SeenExchange } from "../ports";
import { type ReadSeen, readSeen } from "../read-seen";
import { splitRequest } from "../split-request";
import { type KeptRequest, placeExchange } from "../writes/place-exchange";

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
  const { keeps } = await readGatewaySettings(context);
  if (keeps === "nothing") return;
  const kept = digestRequest(seen, known);
  await inTransaction(context, async (context) => {
    // Two hosts on one key, or two servers: one exchange after the other finds its conversation.
    const held = await context.db.$queryRaw<unknown[]>`
      SELECT 1 AS held FROM "GatewayKey" WHERE id = ${key.id}::uuid FOR NO KEY UPDATE`;
    if (held.length === 0) return;
    const place = await placeExchange(context, { keyId: key.id, seen, known, kept });
    const reading =
      known.request && !kept.isSide
        ? await read(context, {
            ...seen,
            request: known.body,
            answer: known.answer ? { contentType: seen.answer.contentType, text: known.answerText } : null,
            before: place.before,
          })
        : null;
    const hasTexts = keeps === "all" && kept.items !== null;
    await context.db.liveExchange.create({
      data: {
        id: seen.id,
        workspaceId: context.workspace.id,
        sessionId: place.sessionId,
        seq: place.seq,
        isSide: kept.isSide,
        modelAsked: storable(seen.modelAsked).slice(0, 200),
        modelId: seen.modelId,
        status: seen.status,
        ending: seen.ending,
        note,
        requestBytes: seen.request.byteLength,
        answerBytes: seen.answerBytes,
        firstByteMs: seen.firstByteMs === null ? null : Math.round(seen.firstByteMs),
        durationMs: Math.round(seen.durationMs),
        inputTokens: known.tokens?.input ?? null,
        outputTokens: known.tokens?.output ?? null,
        cachedTokens: known.tokens?.cached ?? null,
        isEstimate: known.isEstimate,
        cost,
        baseSeq: place.baseSeq,
        sharedItems: place.sharedItems,
        digests: kept.digests,
        headSeq: place.headSeq,
        headDigest: kept.headDigest,
        at: seen.at,
      },
    });
    await writeTexts(context, seen.id, {
      head: hasTexts && place.headSeq === place.seq ? kept.head : null,
      items: hasTexts ? (kept.items?.slice(place.sharedItems) ?? null) : null,
      answer: keeps === "all" ? { contentType: seen.answer.contentType, text: known.answerText } : null,
      reading,
    });
    await notify(context, { topic: "live", workspaceId: context.workspace.id });
  });
}

const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();
const sourceOf = ({ isEstimate }: ReadSeen) => (isEstimate ? ("estimate" as const) : ("provider" as const));

/** As JSON that is only ever read as text: it may hold what the database's own JSON cannot. */
async function writeTexts(
  { db }: { db: Parameters<typeof inTransaction>[0]["db"] },
  id: string,
  texts: Record<"head" | "items" | "answer" | "reading", unknown>,
): Promise<void> {
  const [head, items, answer, reading] = [texts.head, texts.items, texts.answer, texts.reading].map(
    (value) => (value == null ? null : JSON.stringify(value)),
  );
  await db.$executeRaw`
    UPDATE "LiveExchange" SET head = ${head}::json, items = ${items}::json, answer = ${answer}::json,
      reading = ${reading}::json
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
