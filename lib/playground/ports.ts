import type { LanguageModel } from "ai";
import type { ModelMeter } from "@/lib/models/ports";
import type { PayloadOf } from "@/lib/runtime/events";

/** What a run talks to. Rehearsal and recordings have the meter that counts nothing (`freeMeter`). */
export type RunModel = {
  model: LanguageModel;
  info: PayloadOf<"run-started">["model"];
  /** To be passed with each request; null leaves it to the provider. */
  maxOutputTokens: number | null;
  meter: ModelMeter;
};
