import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { removeUnkept } from "../writes/remove-exchanges";
import { retainAsKept } from "./retain-as-kept";

/** Removes what each workspace keeps no longer of live hosts. */
export const retainLiveSessions = (context: DatabaseContext, now: Date): Promise<number> =>
  retainAsKept(context, {
    where: { liveSessions: { some: {} } },
    now,
    remove: async (context, settings) => (await removeUnkept(context, settings)).sessions,
  });
