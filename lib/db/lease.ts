import "server-only";

type Leased = { leaseUntil: Date | null };

/** Whether somebody works on a row, or did a moment ago: past its lease anybody may take it. */
export const isLeased = ({ leaseUntil }: Leased, now: Date): boolean =>
  leaseUntil !== null && leaseUntil > now;

/** The same in a `where`, the other way round. */
export const isIdle = (now: Date) => ({ OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }] });
