import "server-only";
import type { LanguageModel } from "ai";
import { AppError } from "@/lib/kernel/app-error";
import type { PayloadOf } from "@/lib/runtime/events";
import { rehearsalWindowTokens } from "@/lib/runtime/limits";
import { RehearsalModel } from "./adapters/rehearsal-model";

export type RunModel = { model: LanguageModel; info: PayloadOf<"run-started">["model"] };

/** The model an agent names. UNPROCESSABLE when this installation has none of that id. */
export function findModel(id: string): RunModel {
  if (id !== "rehearsal")
    throw new AppError("UNPROCESSABLE", `There is no model “${id}” here. Choose another one for this agent.`);
  return {
    model: new RehearsalModel(),
    info: { id, name: "Rehearsal", kind: "rules", windowTokens: rehearsalWindowTokens },
  };
}
