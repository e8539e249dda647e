import "server-only";
import type { Context } from "@/lib/access/context";
import { freeMeter } from "@/lib/models/free-meter";
import { openConnection } from "@/lib/models/open-connection";
import { rehearsalWindowTokens } from "@/lib/runtime/limits";
import { RehearsalModel } from "./adapters/rehearsal-model";
import type { RunModel } from "./ports";

/** The built-in model, or one of the workspace's, for one run. UNPROCESSABLE when there is none of this id. */
export async function findModel(context: Context, id: string): Promise<RunModel> {
  if (id !== "rehearsal") return openConnection(context, id);
  return {
    model: new RehearsalModel(),
    info: { id, name: "Rehearsal", kind: "rules", windowTokens: rehearsalWindowTokens },
    maxOutputTokens: null,
    meter: freeMeter,
  };
}
