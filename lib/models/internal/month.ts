/** The calendar month, UTC, that a moment lies in. */
export function monthOf(now: Date): { name: string; from: Date; until: Date } {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return {
    name: from.toLocaleString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }),
    from,
    until,
  };
}
