import "server-only";
import type { Context } from "@/lib/access/context";
import { builtInModel } from "@/lib/agents/agent-options";
import { freeMeter } from "@/lib/models/free-meter";
import { type ModelTerms, openConnection } from "@/lib/models/open-connection";
import type { Dialect } from "@/lib/runtime/dialect";
import { rehearsalWindowTokens } from "@/lib/runtime/limits";
import { RehearsalModel, wordDelayMs } from "./adapters/rehearsal-model";
import type { RunModel } from "./ports";

/**
 * The built-in model, or one of the workspace's, for one run. UNPROCESSABLE when there is none of this id. `wording`:
 * the words of the run's dialect, where these are its host's own: the built-in one reads texts by the dialect's. `wordMs`:
 * how long the built-in one takes for each word. The workspace's own say their terms.
 */
export async function findModel(
  context: Context,
  id: string,
  wording?: Dialect["wording"],
  wordMs = wordDelayMs,
): Promise<RunModel & Partial<ModelTerms>> {
  if (id !== builtInModel) return openConnection(context, id);
  return {
    model: new RehearsalModel(wordMs, wording?.undo),
    info: { id, name: "Rehearsal", kind: "rules", windowTokens: rehearsalWindowTokens },
    maxOutputTokens: null,
    meter: freeMeter,
  };
}
