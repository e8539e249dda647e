type Limits = {
  /** US dollars a month; null for no limit. */
  monthlyLimit: number | null;
  personLimit: number | null;
};
type Amount = { everybody: number; mine: number };
export type ReachedLimit = { of: "everybody" | "person"; limit: number; spent: number };

/**
 * The limit of a connection that stops whoever asks, this month: everybody's before their own. Null while they may
 * spend, which they may up to the limit and not at it. `reserved` counts as if it were spent.
 */
export function reachedLimit(
  { monthlyLimit, personLimit }: Limits,
  spent: Amount,
  reserved: Amount = { everybody: 0, mine: 0 },
): ReachedLimit | null {
  const everybody = spent.everybody + reserved.everybody;
  const mine = spent.mine + reserved.mine;
  if (monthlyLimit !== null && everybody >= monthlyLimit)
    return { of: "everybody", limit: monthlyLimit, spent: everybody };
  if (personLimit !== null && mine >= personLimit) return { of: "person", limit: personLimit, spent: mine };
  return null;
}
