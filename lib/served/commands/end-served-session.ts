import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { type OfSession, requireOwnSession } from "../internal/require-program";
import type { ServedSession } from "../schema";
import { servedStateOf } from "../served-options";
import { askSession, present } from "./ask-session";

/** Ends a session of the key's own; one that is over stays as it is, also one that somebody else ends at this moment. */
export async function endServedSession(context: Context, input: OfSession): Promise<ServedSession> {
  const row = await requireOwnSession(context, input);
  if (servedStateOf(row, context.now()) !== "open") return present(context, row);
  try {
    return (await askSession(context, input, { ends: true }, (_, log) => log.endTurn())).session;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "GONE")) throw error;
    return present(context, await requireOwnSession(context, input));
  }
}
