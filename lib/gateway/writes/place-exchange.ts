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
  /** What was read of the exchange that this one goes on with, or else of the one before; null for the first. */
  before: unknown;
};

type Arrived = { keyId: string; seen: SeenExchange; known: ReadSeen; kept: KeptRequest };

/** Of one key's: conversations that are older are not gone on with. */
const mostSessions = 40;
/** Of one conversation: what a host's helpers do at once. */
const mostLines = 12;
/** A title or a choice that is asked for aside belongs to what happens around it. */
const aroundMs = 10 * 60_000;

/** Finds or opens the conversation of an exchange and takes its next number. The key's row is locked. */
export async function placeExchange(context: Context, arrived: Arrived): Promise<Place> {
  const { kept, seen } = arrived;
  const sessions = await listSessions(context, arrived);
  const base = kept.isSide ? null : findBase(kept.digests, candidatesIn(sessions, kept));
  const sessionId =
    base?.sessionId ?? adopting(sessions, kept, seen.at)?.id ?? (await openSession(context, arrived));
  const seq = await takeNumber(context, sessionId, arrived);
  const sameHead = await context.db.liveExchange.findFirst({
    where: { sessionId, headDigest: kept.headDigest },
    orderBy: { seq: "desc" },
    select: { headSeq: true },
  });
  const last = await context.db.liveExchange.findFirst({
    where: { sessionId, isSide: false, ...(base?.seq ? { seq: base.seq } : {}) },
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

type Sessions = Awaited<ReturnType<typeof listSessions>>;

/** Conversations of this key in the same protocol, newest first, with their newest requests; or the one that the host names. */
function listSessions({ db, workspace }: Context, { keyId, seen, kept }: Arrived) {
  const { sessionDigest } = kept;
  return db.liveSession.findMany({
    where: { workspaceId: workspace.id, keyId, protocol: seen.protocol, sessionDigest },
    orderBy: { lastAt: "desc" },
    take: mostSessions,
    select: {
      id: true,
      lastAt: true,
      exchanges: {
        where: { isSide: false },
        orderBy: { seq: "desc" },
        // A host that names its session may have helpers in it, each with a history of its own.
        take: sessionDigest === null ? 1 : mostLines,
        select: { seq: true, digests: true, status: true, ending: true },
      },
    },
  });
}

const candidatesIn = (sessions: Sessions, { sessionDigest }: KeptRequest): Candidate[] =>
  sessions.flatMap(({ id: sessionId, exchanges }) =>
    exchanges.map(({ seq, digests, status, ending }) => ({
      sessionId,
      seq,
      digests,
      isAnswered: status === 200 && ending === "whole",
      isSameSession: sessionDigest !== null,
    })),
  );

/** The conversation that a request belongs to without going on with its history; undefined when there is none. */
function adopting(sessions: Sessions, { isSide, sessionDigest }: KeptRequest, at: Date) {
  if (sessionDigest !== null) return sessions[0];
  const around = sessions.filter(({ lastAt }) => at.getTime() - lastAt.getTime() < aroundMs);
  return isSide ? around[0] : around.find(({ exchanges }) => exchanges.length === 0);
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

async function takeNumber({ db }: Context, id: string, { seen, known }: Arrived): Promise<number> {
  const { host = null, version = null } = known.request ?? {};
  const { exchangeCount } = await db.liveSession.update({
    where: { id },
    data: {
      exchangeCount: { increment: 1 },
      lastAt: seen.at,
      ...(host === null ? {} : { host }),
      ...(version === null ? {} : { hostVersion: version }),
    },
  });
  return exchangeCount;
}
