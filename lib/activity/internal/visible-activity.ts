import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed } from "@/lib/access/permissions";
import { type Sql, sql } from "@/lib/db/sql";
import { dayMs } from "@/lib/kernel/durations";

/**
 * As a condition on what is counted: what everybody may see; of private conversations and of one's own keys what is the
 * asker's; of programs' sessions everybody's to whoever manages keys. The same as in the lists of these conversations.
 */
export const visibleActivity = (context: Context): Sql => sql`(audience = 'everyone'
  OR "ownerId" = ${context.actor.userId}::uuid
  OR (audience = 'keys' AND ${isAllowed(context, "keys.manage")}))`;

export type Period = { from: string; through: string };

/** The last days in UTC, today among them. */
export function lastDays(now: Date, days: number): Period {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: dayOf(now.getTime() - (days - 1) * dayMs), through: dayOf(now.getTime()) };
}
