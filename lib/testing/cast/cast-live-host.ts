import type { Context } from "@/lib/access/context";

/** Of a key for a host, a conversation that came by it, and a dialect that speaks in its host's words. */
export const liveHostIds = () => ({
  key: crypto.randomUUID(),
  session: crypto.randomUUID(),
  dialect: "claude-code",
});

/** Has all of them there again: the key shared and not revoked. */
export async function keepLiveHost(
  { db, workspace, actor }: Context,
  { key = "", session = "", dialect = "" }: Record<string, string>,
): Promise<void> {
  const workspaceId = workspace.id;
  const at = new Date();
  await db.gatewayKey.upsert({
    where: { id: key },
    create: {
      id: key,
      workspaceId,
      userId: actor.userId,
      name: "Laptop",
      isShared: true,
      prefix: "grg_",
      hash: key,
    },
    update: { revokedAt: null },
  });
  await db.liveSession.upsert({
    where: { id: session },
    create: {
      id: session,
      workspaceId,
      keyId: key,
      protocol: "messages",
      host: "claude-code",
      exchangeCount: 1,
      startedAt: at,
      lastAt: at,
    },
    update: {},
  });
  const exchange = { sessionId_seq: { sessionId: session, seq: 1 } };
  await db.liveExchange.upsert({
    where: exchange,
    create: {
      workspaceId,
      sessionId: session,
      seq: 1,
      isSide: false,
      modelAsked: "m",
      modelId: "rehearsal",
      status: 200,
      ending: "whole",
      requestBytes: 9,
      answerBytes: 9,
      durationMs: 4,
      isEstimate: true,
      sharedItems: 0,
      digests: new Uint8Array(8),
      headSeq: 1,
      headDigest: "0".repeat(64),
      at,
    },
    update: {},
  });
  await db.dialectWording.upsert({
    where: { workspaceId_dialect: { workspaceId, dialect } },
    create: {
      workspaceId,
      dialect,
      wording: { lists: [], tools: [], lines: [] },
      digest: "0".repeat(64),
      texts: 0,
      takenById: actor.userId,
      takenAt: at,
    },
    update: {},
  });
}
