import "server-only";
import type { Context } from "@/lib/access/context";
import { type Candidate, findContinued } from "../find-continued";
import { isAnswered } from "../is-answered";
import type { SeenExchange } from "../ports";
import type { WeighedExchange } from "../weigh-exchange";

export type KeptRequest = {
  /** Null where the request is not understood. */
  head: unknown;
  items: unknown[] | null;
  digests: Uint8Array<ArrayBuffer>;
  headDigest: string;
  sessionDigest: string | null;
  /** Of what was answered; null where it is not known. */
  answerDigest: string | null;
  /** The same of what the history has behind its first `size` items. */
  saidBehind: (size: number) => string | null;
  isSide: boolean;
};

export type Place = {
  sessionId: string;
  seq: number;
  /** Where the rest of the history is kept, and how much of it; null where all of it has to be kept here. */
  baseSeq: number | null;
  sharedItems: number;
  /** Items of the history that another exchange of it had as well, kept or not. */
  goesOnBehind: number;
  headSeq: number;
  /** What was read of the exchange that this one goes on with, or else of the one before; null for the first. */
  before: unknown;
};

type Arrived = { keyId: string; seen: SeenExchange; known: WeighedExchange; kept: KeptRequest };

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
  const { digests, saidBehind } = kept;
  const base = kept.isSide ? null : findContinued({ digests, saidBehind }, candidatesIn(sessions, kept));
  const sessionId =
    base?.sessionId ?? adopting(sessions, kept, seen.at)?.id ?? (await openSession(context, arrived));
  const seq = await takeNumber(context, sessionId, arrived);
  const last = await context.db.liveExchange.findFirst({
    where: { sessionId, isSide: false, ...(base?.seq ? { seq: base.seq } : {}) },
    orderBy: { seq: "desc" },
    select: { reading: true },
  });
  const goesOnBehind = base?.sharedItems ?? 0;
  const isBaseKept = base?.seq ? await isTextKept(context, { sessionId, seq: base.seq }) : false;
  return {
    sessionId,
    seq,
    goesOnBehind,
    baseSeq: isBaseKept ? (base?.seq ?? null) : null,
    sharedItems: isBaseKept ? goesOnBehind : 0,
    headSeq: (await findHead(context, sessionId, kept)) ?? seq,
    before: last?.reading ?? null,
  };
}

/** What is not kept, by a choice of the workspace before this one, can be no part of what is. */
async function isTextKept({ db }: Context, { sessionId, seq }: { sessionId: string; seq: number }) {
  const [row] = await db.$queryRaw<{ isKept: boolean }[]>`
    SELECT items IS NOT NULL AS "isKept" FROM "LiveExchange"
    WHERE "sessionId" = ${sessionId}::uuid AND seq = ${seq}`;
  return row?.isKept ?? false;
}

/** Where the same head is kept; null where it is nowhere. */
async function findHead({ db }: Context, sessionId: string, { headDigest }: KeptRequest) {
  const [row] = await db.$queryRaw<{ seq: number }[]>`
    SELECT seq FROM "LiveExchange"
    WHERE "sessionId" = ${sessionId}::uuid AND "headDigest" = ${headDigest} AND head IS NOT NULL
    ORDER BY seq DESC LIMIT 1`;
  return row?.seq ?? null;
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
        select: { seq: true, digests: true, answerDigest: true, status: true, ending: true },
      },
    },
  });
}

const candidatesIn = (sessions: Sessions, { sessionDigest }: KeptRequest): Candidate[] =>
  sessions.flatMap(({ id: sessionId, exchanges }) =>
    exchanges.map(({ seq, digests, answerDigest, status, ending }) => ({
      sessionId,
      seq,
      digests,
      answerDigest,
      isAnswered: isAnswered(status) && ending === "whole",
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
