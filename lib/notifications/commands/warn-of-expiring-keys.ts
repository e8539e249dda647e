import "server-only";
import { roles } from "@/lib/access/permissions";
import type { DatabaseContext } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { inTransaction } from "@/lib/db/transaction";
import { dayMs } from "@/lib/kernel/durations";
import { notifyPeople } from "../commands";

const longestNoticeMs = 7 * dayMs;
/** A key that lives for a week is not announced at its birth: the last quarter of its life is early enough. */
const shareOfLife = 0.25;

type KeyRow = Prisma.ApiKeyGetPayload<object>;

/**
 * Tells whoever a key acts as that it expires soon; of a machine's key, the admins. Each key once, however many servers
 * ask and however often. Answers how many lines that made.
 */
export async function warnOfExpiringKeys(context: DatabaseContext, now: Date): Promise<number> {
  const rows = await context.db.apiKey.findMany({
    where: {
      revokedAt: null,
      expiresAt: { gt: now, lte: new Date(now.getTime() + longestNoticeMs) },
    },
  });
  let told = 0;
  for (const row of rows) if (isDue(row, now)) told += await warnOf(context, row, now);
  return told;
}

function isDue({ createdAt, expiresAt }: KeyRow, now: Date): boolean {
  if (expiresAt === null) return false;
  const lifeMs = expiresAt.getTime() - createdAt.getTime();
  return expiresAt.getTime() - now.getTime() <= Math.min(longestNoticeMs, lifeMs * shareOfLife);
}

async function warnOf(context: DatabaseContext, row: KeyRow, now: Date): Promise<number> {
  const { id, name, workspaceId, expiresAt } = row;
  if (expiresAt === null) return 0;
  const server = { actor: null, workspace: { id: workspaceId }, now: () => now };
  return inTransaction(context, async (context) => {
    const told = await notifyPeople(
      { ...context, ...server },
      {
        kind: "key-expiring",
        data: { key: id, name, expiresAt: expiresAt.toISOString() },
        to: await whoMinds(context, row),
        dedupeKey: `key-expiring:${id}`,
      },
    );
    return told.length;
  });
}

async function whoMinds({ db }: DatabaseContext, { userId, workspaceId }: KeyRow): Promise<string[]> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { isMachine: true } });
  if (!user?.isMachine) return [userId];
  const admins = await db.member.findMany({
    where: { workspaceId, role: { in: roles.slice(roles.indexOf("admin")) } },
    select: { userId: true },
  });
  return admins.map((admin) => admin.userId);
}
