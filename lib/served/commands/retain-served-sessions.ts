import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { retainAsKept } from "@/lib/gateway/commands/retain-as-kept";
import { removeUnkeptServed } from "./remove-unkept-served";

/**
 * Removes what each workspace keeps no longer of sessions of agents' programs, as it says for hosts; where it keeps none,
 * every session that is over.
 */
export const retainServedSessions = (context: DatabaseContext, now: Date): Promise<number> =>
  retainAsKept(context, { where: { servedSessions: { some: {} } }, now, remove: removeUnkeptServed });
