import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { PayloadOf } from "@/lib/runtime/events";

/** One request as it went over the wire, secrets redacted, in the shape that ModelExchange keeps. */
export type RecordedExchange = {
  /** `body` is the parsed JSON, or text when it is none. */
  request: { url: string; method: string; headers: Record<string, string>; body: unknown };
  /** The model's stream parts with the milliseconds since the request left. */
  parts: { afterMs: number; part: unknown }[];
  /** `status` is null when nothing came back; `body` is there for a refused request alone. */
  response: { status: number | null; headers: Record<string, string>; body?: unknown };
};

/** The provider asked to wait, or could not be reached, and the request is made again. */
export type ModelRetry = PayloadOf<"model-retried">;

export type StepPlace = {
  runId: string;
  /** Requests of a run count from 1; a router's own request is step 0. */
  step: number;
  /** Called before each wait, so that the run can tell it. */
  onRetry: (retry: ModelRetry) => Promise<void>;
};

export type StepTokens = PayloadOf<"model-step">["tokens"];

/** What one run's use of a model costs, and what went over the wire. One for each run; steps come one by one. */
export type ModelMeter = {
  /** Before each request. Throws ModelError SPENDING_LIMIT when a limit is already reached. */
  beforeStep(place: StepPlace): Promise<void>;
  /**
   * After each request, also after one that broke off (with estimated tokens). Keeps a ModelUsage row and answers
   * the cost in US dollars; null when the price is not known. Nothing is kept when no request went out.
   */
  afterStep(tokens: StepTokens): Promise<number | null>;
  /** The newest request of the step, also when it failed; null before the first and when none was made. */
  exchange(): RecordedExchange | null;
};

/** A model for one run. */
export type MeteredModel = {
  model: LanguageModelV4;
  info: PayloadOf<"run-started">["model"];
  /** To be passed with each request; null leaves it to the provider. */
  maxOutputTokens: number | null;
  meter: ModelMeter;
};
