export type Month = {
  /** "2026-11" */
  key: string;
  /** "November 2026" */
  name: string;
  from: Date;
  until: Date;
};

/** The calendar month, UTC, that a moment lies in. */
export function monthOf(now: Date): Month {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return {
    key: from.toISOString().slice(0, 7),
    name: from.toLocaleString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }),
    from,
    until,
  };
}
