import "server-only";
import { sql } from "./sql";

type Leased = { leaseUntil: Date | null };

/** Whether somebody works on a row, or did a moment ago: past its lease anybody may take it. */
export const isLeased = ({ leaseUntil }: Leased, now: Date): boolean =>
  leaseUntil !== null && leaseUntil > now;

/** The same in a `where`, the other way round. */
export const isIdle = (now: Date) => ({ OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }] });

/** Until when who takes or renews a lease now has it, by the database's clock: servers have one each. In milliseconds. */
export const leaseFromSql = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;
