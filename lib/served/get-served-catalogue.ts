import "server-only";
import type { Context } from "@/lib/access/context";
import { findPerson } from "@/lib/people/find-people";
import { touchServed } from "./commands/touch-served";
import { type OfSession, requireOpen, requireOwnSession } from "./internal/require-program";
import { readServedLog } from "./internal/served-logs";
import { toServedSession } from "./internal/served-rows";
import type { OpenedServed } from "./schema";
import { toTurn } from "./to-answer";

/** The newest turn of a session of the key's own, with all tools that its model is to be offered by now. */
export async function getServedCatalogue(context: Context, input: OfSession): Promise<OpenedServed> {
  const found = await requireOwnSession(context, input);
  requireOpen(found, context.now());
  const row = await touchServed(context, found);
  const person = await findPerson(context, row.key.userId);
  const session = toServedSession(row, () => person, context.now());
  return { session, ...toTurn(await readServedLog(context, row)), resumed: true };
}
