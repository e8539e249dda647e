import "server-only";
import type { Context } from "@/lib/access/context";
import { notifyPeople } from "@/lib/notifications/commands";
import type { SourceFailure } from "../source-options";
import { readSourceRow, type SourceRow } from "../source-rows";

/** In whose eyes it happened: a person who waits for it reads it where they are. */
export type SyncedBy = "person" | "itself";

/**
 * Puts into the inboxes of those who keep the source what waits for somebody, in the transaction that ends the sync: a
 * failure once until a sync works again, a conflict once for each text. Nothing for whoever began it by hand.
 */
export async function tellSync(
  context: Context,
  { row, by, failure }: { row: SourceRow; by: SyncedBy; failure: SourceFailure | null },
): Promise<void> {
  const keepers = [row.createdById, row.scheduledById, row.hookById].flatMap((id) => id ?? []);
  const to = by === "person" ? keepers.filter((id) => id !== context.actor.userId) : keepers;
  const teller = { ...context, actor: null };
  const source = { id: row.id, name: row.name };
  if (failure !== null) {
    const since = row.syncedAt?.getTime() ?? 0;
    const dedupeKey = `source-failed:${row.id}:${failure}:${since}`;
    await notifyPeople(teller, { kind: "source-failed", to, dedupeKey, data: { source, failure } });
    return;
  }
  const told = new Set(row.skills.map(keyOf));
  const fresh = (await readSourceRow(context, row.id)).skills.filter((one) => !told.has(keyOf(one)));
  if (fresh.length === 0) return;
  const skills = fresh.map(({ skill }) => skill.name).sort();
  const texts = fresh.map(keyOf).sort().join(" ").slice(0, longestKey);
  const dedupeKey = `source-conflict:${row.id}:${texts}`;
  const data = { source, skills: skills.slice(0, mostNamed), count: skills.length };
  await notifyPeople(teller, { kind: "source-conflict", to, dedupeKey, data });
}

const mostNamed = 20;
/** Keys are told apart by their first texts; that others differ in the rest alone does not happen twice. */
const longestKey = 1_000;

const keyOf = ({ skill, theirsDigest }: SourceRow["skills"][number]): string =>
  `${skill.name}@${theirsDigest?.slice(0, 16)}`;
