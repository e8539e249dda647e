import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import { hourMs } from "@/lib/kernel/durations";
import { monthOf } from "@/lib/kernel/month";
import type { ModelError } from "@/lib/models/model-error";

/** Nothing is asked for so long after a failure: no search waits for what did not answer a moment ago. */
const pauseMs = 30_000;
/** Whatever the endpoint asks for. */
const longestPauseMs = hourMs;

/** What a request took, in the month of now; what failed before has passed. */
export async function noteAnswered(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  { tokens, texts }: { tokens: number; texts: number },
  now: Date,
): Promise<void> {
  const { key: month } = monthOf(now);
  await db.$executeRaw`
    UPDATE "EmbeddingEndpoint" SET failure = NULL, "failedAt" = NULL, "retryAt" = NULL,
      "usedTokens" = ${tokens} + CASE WHEN "usedMonth" = ${month} THEN "usedTokens" ELSE 0 END,
      "usedTexts" = ${texts} + CASE WHEN "usedMonth" = ${month} THEN "usedTexts" ELSE 0 END,
      "usedMonth" = ${month}
    WHERE "workspaceId" = ${workspaceId}::uuid`;
}

/** Nobody asks again before it said so itself, or a while has passed; on every server. */
export async function noteFailed(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  { message, retryAfterMs }: Pick<ModelError, "message" | "retryAfterMs">,
  now: Date,
): Promise<void> {
  const waitMs = Math.min(Math.max(retryAfterMs ?? pauseMs, pauseMs), longestPauseMs);
  const retryAt = new Date(now.getTime() + waitMs);
  await db.$executeRaw`
    UPDATE "EmbeddingEndpoint" SET failure = ${message}, "failedAt" = ${now}, "retryAt" = ${retryAt}
    WHERE "workspaceId" = ${workspaceId}::uuid`;
}

/** One server at a time embeds a workspace's skills, so that none is paid for twice. False when another one does. */
export async function holdEmbedding(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  now: Date,
  forMs: number,
): Promise<boolean> {
  const until = new Date(now.getTime() + forMs);
  const held = await db.$executeRaw`
    UPDATE "EmbeddingEndpoint" SET "heldUntil" = ${until}
    WHERE "workspaceId" = ${workspaceId}::uuid AND ("heldUntil" IS NULL OR "heldUntil" <= ${now})`;
  return held === 1;
}

export async function releaseEmbedding({ db, workspace }: WorkspaceContext): Promise<void> {
  await db.$executeRaw`
    UPDATE "EmbeddingEndpoint" SET "heldUntil" = NULL WHERE "workspaceId" = ${workspace.id}::uuid`;
}

/** Workspaces whose endpoint may be asked now. */
export async function listAskable({ db }: DatabaseContext, now: Date): Promise<string[]> {
  const rows = await db.embeddingEndpoint.findMany({
    where: { OR: [{ retryAt: null }, { retryAt: { lte: now } }] },
    select: { workspaceId: true },
    orderBy: { workspaceId: "asc" },
  });
  return rows.map(({ workspaceId }) => workspaceId);
}
