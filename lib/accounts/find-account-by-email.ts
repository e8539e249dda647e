import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";

const mostNear = 3;
/** Of 1 for the same text (pg_trgm); below, an address has little to do with what was typed. */
const leastAlike = 0.25;

/** The person with this address, in any case. NOT_FOUND names the nearest ones. */
export async function findAccountByEmail(
  { db }: DatabaseContext,
  typed: string,
): Promise<{ id: string; name: string; email: string }> {
  const email = typed.trim().toLowerCase();
  const account = await db.user.findUnique({
    where: { email, isMachine: false },
    select: { id: true, name: true, email: true },
  });
  if (account) return account;
  const near = await db.$queryRaw<{ email: string }[]>`
    SELECT email FROM "User" WHERE NOT "isMachine" AND similarity(email, ${email}) >= ${leastAlike}
    ORDER BY similarity(email, ${email}) DESC, email LIMIT ${mostNear}`;
  const nearest = near.length === 0 ? "" : ` The nearest: ${near.map((each) => each.email).join(", ")}.`;
  throw new AppError("NOT_FOUND", `No account has the address “${email}”.${nearest} list shows everybody.`);
}
