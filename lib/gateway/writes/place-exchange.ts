import "server-only";
import type { Context } from "@/lib/access/context";
import { type Candidate, findBase } from "../find-base";
import type { SeenExchange } from "../ports";
import type { ReadSeen } from "../read-seen";

export type KeptRequest = {
  /** Null where the request is not understood. */
  head: unknown;
  items: unknown[] | null;
  digests: Uint8Array<ArrayBuffer>;
  headDigest: string;
  sessionDigest: string | null;
  isSide: boolean;
};

export type Place = {
  sessionId: string;
  seq: number;
  baseSeq: number | null;
  sharedItems: number;
  headSeq: number;
  /** What was read of the exchange before; null for the first. */
  before: unknown;
};

type Arrived = { keyId: string; seen: SeenExchange; known: ReadSeen; kept: KeptRequest };

/** Of one key's: conversations that are older are not gone on with. */
const mostCandidates = 40;

/** Finds or opens the conversation of an exchange and takes its next number. The key's row is locked. */
export async function placeExchange(context: Context, arrived: Arrived): Promise<Place> {
  const { db } = context;
  const { kept, seen } = arrived;
  const candidates = await listCandidates(context, arrived);
  const base = kept.isSide && kept.sessionDigest === null ? null : findBase(kept.digests, candidates);
  const sessionId = base?.sessionId ?? (await openSession(context, arrived));
  const { host = null, version = null } = arrived.known.request ?? {};
  const session = await db.liveSession.update({
    where: { id: sessionId },
    data: {
      exchangeCount: { increment: 1 },
      lastAt: seen.at,
      ...(host === null ? {} : { host }),
      ...(version === null ? {} : { hostVersion: version }),
    },
  });
  const seq = session.exchangeCount;
  const sameHead = await db.liveExchange.findFirst({
    where: { sessionId, headDigest: kept.headDigest },
    orderBy: { seq: "desc" },
    select: { headSeq: true },
  });
  const last = await db.liveExchange.findFirst({
    where: { sessionId, isSide: false },
    orderBy: { seq: "desc" },
    select: { reading: true },
  });
  return {
    sessionId,
    seq,
    baseSeq: base?.seq ?? null,
    sharedItems: base?.sharedItems ?? 0,
    headSeq: sameHead?.headSeq ?? seq,
    before: last?.reading ?? null,
  };
}

/** The newest request of each conversation of this key in the same protocol; of the host's own session, if it names one. */
async function listCandidates(
  { db, workspace }: Context,
  { keyId, seen, kept }: Arrived,
): Promise<Candidate[]> {
  const sessions = await db.liveSession.findMany({
    where: {
      workspaceId: workspace.id,
      keyId,
      protocol: seen.protocol,
      sessionDigest: kept.sessionDigest,
    },
    orderBy: { lastAt: "desc" },
    take: mostCandidates,
    select: {
      id: true,
      exchanges: {
        where: { isSide: kept.isSide },
        orderBy: { seq: "desc" },
        take: 1,
        select: { seq: true, digests: true, status: true, ending: true },
      },
    },
  });
  return sessions.map(({ id, exchanges: [newest] }) => ({
    sessionId: id,
    seq: newest?.seq ?? 0,
    digests: newest?.digests ?? new Uint8Array(),
    isAnswered: newest?.status === 200 && newest.ending === "whole",
    isSameSession: kept.sessionDigest !== null,
  }));
}

async function openSession({ db, workspace }: Context, { keyId, seen, kept }: Arrived): Promise<string> {
  const { id } = await db.liveSession.create({
    data: {
      workspaceId: workspace.id,
      keyId,
      protocol: seen.protocol,
      sessionDigest: kept.sessionDigest,
      startedAt: seen.at,
      lastAt: seen.at,
    },
  });
  return id;
}
