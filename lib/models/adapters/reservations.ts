import "server-only";

type Owner = { connectionId: string; userId: string };
/** US dollars. */
export type Reserved = { everybody: number; mine: number };
type Entry = Owner & { cost: number };

declare global {
  var greenroomReservations: Set<Entry> | undefined;
}
function entries(): Set<Entry> {
  globalThis.greenroomReservations ??= new Set();
  return globalThis.greenroomReservations;
}

/** Sets `cost` aside for a request that is under way on this server. What it answers gives it back, once. */
export function reserve(owner: Owner, cost: number): () => void {
  const entry = { ...owner, cost };
  entries().add(entry);
  return () => {
    entries().delete(entry);
  };
}

/** What requests that are under way on this server may still take from a connection. */
export function reservedOn({ connectionId, userId }: Owner): Reserved {
  const reserved = { everybody: 0, mine: 0 };
  for (const entry of entries()) {
    if (entry.connectionId !== connectionId) continue;
    reserved.everybody += entry.cost;
    if (entry.userId === userId) reserved.mine += entry.cost;
  }
  return reserved;
}
