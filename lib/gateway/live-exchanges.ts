import "server-only";
import { z } from "zod";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { exchangeEndings } from "./gateway-options";
import { digestBytes } from "./history-digests";
import {
  type ListLiveExchanges,
  type LiveExchange,
  type LiveExchangeBody,
  listLiveExchangesSchema,
} from "./live-schema";
import { getLiveSession } from "./live-sessions";
import { withHistory } from "./split-request";

const ending = z.enum(exchangeEndings);
const wireProtocolItems = z.array(z.unknown());
/** Of one page. */
const mostExchanges = 500;

const told = {
  id: true,
  seq: true,
  isSide: true,
  modelAsked: true,
  modelId: true,
  status: true,
  ending: true,
  note: true,
  requestBytes: true,
  answerBytes: true,
  firstByteMs: true,
  durationMs: true,
  inputTokens: true,
  outputTokens: true,
  cachedTokens: true,
  isEstimate: true,
  cost: true,
  baseSeq: true,
  sharedItems: true,
  headSeq: true,
  reading: true,
  at: true,
} as const satisfies Prisma.LiveExchangeSelect;

/** What went by in one conversation of a live host, in order. NOT_FOUND as `getLiveSession`. */
export async function listLiveExchanges(
  context: Context,
  input: ListLiveExchanges & { session: string },
): Promise<LiveExchange[]> {
  const { id: session } = await getLiveSession(context, input);
  const { after } = listLiveExchangesSchema.parse(input);
  return readLiveExchanges(context, { session, after });
}

/** The same of a session that is the asker's to see, or that the server itself reads. */
export async function readLiveExchanges(
  context: WorkspaceContext,
  { session: sessionId, after }: { session: string; after: number },
): Promise<LiveExchange[]> {
  const rows = await context.db.liveExchange.findMany({
    where: { sessionId, workspaceId: context.workspace.id, seq: { gt: after } },
    orderBy: { seq: "asc" },
    take: mostExchanges,
    select: told,
  });
  // How much there is of the texts, without the texts.
  const sizes = await context.db.$queryRaw<(Size & { seq: number })[]>`
    SELECT seq, octet_length(digests) AS "digestsBytes", items IS NOT NULL AS "hasBody" FROM "LiveExchange"
    WHERE "sessionId" = ${sessionId}::uuid AND seq > ${after} AND seq <= ${rows.at(-1)?.seq ?? after}`;
  const sizeOf = new Map(sizes.map((size) => [size.seq, size]));
  return rows.map((row) => toLiveExchange(row, sizeOf.get(row.seq) ?? { digestsBytes: 0, hasBody: false }));
}

/** One exchange with its texts; what it shares with earlier ones is put together again. NOT_FOUND. */
export async function getLiveExchange(
  context: Context,
  input: { session: string; seq: number },
): Promise<LiveExchangeBody> {
  const { id: sessionId, protocol } = await getLiveSession(context, input);
  const where = { sessionId, workspaceId: context.workspace.id };
  const row = await context.db.liveExchange.findFirst({ where: { ...where, seq: input.seq } });
  if (!row) throw new AppError("NOT_FOUND", "There is no such exchange in this conversation.");
  const exchange = toLiveExchange(row, {
    digestsBytes: row.digests.byteLength,
    hasBody: row.items !== null,
  });
  if (row.items === null) return { ...exchange, request: null, answer: row.answer };
  const head = await context.db.liveExchange.findFirst({
    where: { ...where, seq: row.headSeq },
    select: { head: true },
  });
  const items = await historyOf(context, sessionId, row);
  const request = items === null || head?.head == null ? null : withHistory(protocol, head.head, items);
  return { ...exchange, request, answer: row.answer };
}

type Piece = { seq: number; baseSeq: number | null; sharedItems: number; items: string | null };

/** The whole history of one exchange, in one query; null when a piece of it is not kept. */
async function historyOf(
  context: Context,
  sessionId: string,
  { seq }: { seq: number },
): Promise<unknown[] | null> {
  // A base comes before what goes on with it.
  const pieces = await context.db.$queryRaw<Piece[]>`
    WITH RECURSIVE chain AS (
      SELECT seq, "baseSeq", "sharedItems", items FROM "LiveExchange"
      WHERE "sessionId" = ${sessionId}::uuid AND seq = ${seq}
      UNION ALL
      SELECT base.seq, base."baseSeq", base."sharedItems", base.items
      FROM chain JOIN "LiveExchange" base
        ON base."sessionId" = ${sessionId}::uuid AND base.seq = chain."baseSeq" AND base.seq < chain.seq
    )
    SELECT seq, "baseSeq", "sharedItems", items::text AS items FROM chain ORDER BY seq`;
  if (pieces[0]?.baseSeq !== null) return null;
  const history: unknown[] = [];
  for (const { sharedItems, items } of pieces) {
    if (items === null) return null;
    history.length = Math.min(history.length, sharedItems);
    for (const item of wireProtocolItems.parse(JSON.parse(items))) history.push(item);
  }
  return history;
}

type ToldRow = Prisma.LiveExchangeGetPayload<{ select: typeof told }>;

type Size = { digestsBytes: number; hasBody: boolean };

function toLiveExchange(row: ToldRow, { digestsBytes, hasBody }: Size): LiveExchange {
  const { inputTokens: input, outputTokens: output, cachedTokens: cached } = row;
  return {
    id: row.id,
    seq: row.seq,
    isSide: row.isSide,
    modelAsked: row.modelAsked,
    modelId: row.modelId,
    status: row.status,
    ending: ending.parse(row.ending),
    note: row.note,
    requestBytes: row.requestBytes,
    answerBytes: row.answerBytes,
    firstByteMs: row.firstByteMs,
    durationMs: row.durationMs,
    tokens: input === null || output === null ? null : { input, output, cached },
    isEstimate: row.isEstimate,
    cost: row.cost === null ? null : Number(row.cost),
    baseSeq: row.baseSeq,
    sharedItems: row.sharedItems,
    itemCount: digestsBytes / digestBytes,
    hasBody,
    reading: row.reading,
    at: row.at.toISOString(),
  };
}
