import "server-only";
import { createHmac } from "node:crypto";
import type { VisitorContext } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { deriveKey } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { maskEmail } from "../internal/mask-email";
import { networkOf } from "../network-of";

export type Refusal = {
  /** Why: "password", "code", "deactivated", one of `signInRefusals`, or the limit that was reached: "too-many-password". */
  reason: string;
  /** The account that was tried: as an e-mail address was typed, or by its id where it is known. */
  email?: string | null;
  userId?: string | null;
};

export const refusalWindowMs = 60_000;
const nobody = { userId: null, name: "Somebody who is not signed in" };

type Account = { id: string; name: string };
type Row = { count: number; since: Date };

/**
 * Records that somebody was not let in. Of the same network, account and reason at most one row a minute: the others
 * are counted, and the next row says how many it stands for. What is tried at no account of ours counts as one. Never
 * throws: who cannot get in is told so also where this cannot be written.
 */
export async function recordRefusal(visitor: VisitorContext, refusal: Refusal): Promise<void> {
  try {
    await record(visitor, refusal);
  } catch (error) {
    log.warn({ err: error, reason: refusal.reason }, "could not record a refused sign-in");
  }
}

async function record(context: VisitorContext, refusal: Refusal): Promise<void> {
  const { now, address, traceId } = context;
  const { reason, email = null } = refusal;
  const account = await findAccount(context, refusal);
  const key = hash(`${reason}\n${networkOf(address)}\n${account?.id ?? ""}`);
  const at = now();
  const refused = {
    reason,
    address,
    traceId,
    userId: account?.id ?? null,
    typed: account || email === null ? "" : maskEmail(email),
    mark: account || email === null ? "" : hash(email.trim().toLowerCase()).slice(0, 12),
  };
  await inTransaction(context, async (context) => {
    // Of several at once each waits for the one before, and so finds what that one has written.
    const [row] = await context.db.$queryRaw<Row[]>`
      INSERT INTO "RefusedSignIn" AS r (key, reason, address, "userId", typed, mark, "traceId", count, since)
      VALUES (${key}, ${reason}, ${address}, ${refused.userId}::uuid, ${refused.typed}, ${refused.mark}, ${traceId}, 1,
        'epoch')
      ON CONFLICT (key) DO UPDATE SET count = r.count + 1, address = EXCLUDED.address, typed = EXCLUDED.typed,
        mark = EXCLUDED.mark, "traceId" = EXCLUDED."traceId"
      RETURNING count, since`;
    if (!row || at.getTime() - row.since.getTime() < refusalWindowMs) return;
    await writeRefusal(context, { ...refused, count: row.count }, account?.name ?? "");
    await context.db.refusedSignIn.update({ where: { key }, data: { count: 0, since: at } });
  });
}

const hash = (text: string): string =>
  createHmac("sha256", deriveKey(env().secret, "refused-sign-ins")).update(text).digest("base64url");

async function findAccount({ db }: DatabaseContext, { email, userId }: Refusal): Promise<Account | null> {
  const select = { id: true, name: true };
  if (userId) return db.user.findUnique({ where: { id: userId }, select });
  // The database takes no NUL, and no account has one in its address.
  if (!email || email.includes("\0")) return null;
  return db.user.findUnique({ where: { email: email.trim().toLowerCase() }, select });
}

type Counted = {
  reason: string;
  address: string | null;
  userId: string | null;
  typed: string;
  mark: string;
  traceId: string;
  count: number;
};

/** One row for `count` that were refused. */
export async function writeRefusal(context: DatabaseContext, refused: Counted, name: string): Promise<void> {
  const { reason, address, userId, typed, mark, traceId, count } = refused;
  await appendAudit(
    { ...context, actor: nobody, workspace: null, traceId, address },
    {
      action: "sign-in.refused",
      object:
        userId === null
          ? { type: "nobody", id: mark || "-", name: typed }
          : { type: "person", id: userId, name },
      detail: { reason, count },
    },
  );
}
