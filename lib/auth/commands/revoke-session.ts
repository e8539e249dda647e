import "server-only";
import type { PersonContext } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { deviceName } from "../device-name";
import { endOtherSessions } from "../writes/end-sessions";

/**
 * Signs a browser of one's own out: its next request is answered with 401, and what it listens to ends. NOT_FOUND for
 * one that is over, and for somebody else's.
 */
export async function revokeSession(person: PersonContext, { session }: { session: string }): Promise<void> {
  const { userId } = person.actor;
  await inTransaction(person, async (person) => {
    const row = await person.db.session.findUnique({ where: { id: session, userId }, omit: { token: true } });
    const { count } = await person.db.session.deleteMany({ where: { id: session, userId } });
    if (!row || count === 0) throw new AppError("NOT_FOUND", "This sign-in is over already.");
    await appendAudit(
      { ...person, workspace: null },
      {
        action: "session.revoked",
        object: { type: "session", id: session, name: deviceName(row.userAgent) },
      },
    );
  });
}

/** Signs out everywhere but here, and lets no device skip the second step any more. How many sign-ins ended. */
export async function revokeOtherSessions(person: PersonContext): Promise<number> {
  const { userId, name, sessionId } = person.actor;
  return inTransaction(person, async (person) => {
    const revoked = await endOtherSessions(person, userId, sessionId ?? null);
    await appendAudit(
      { ...person, workspace: null },
      { action: "sessions.revoked", object: { type: "person", id: userId, name }, detail: { revoked } },
    );
    return revoked;
  });
}
