import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { ModelError, type ModelErrorCode } from "@/lib/models/model-error";
import type { RunModel } from "@/lib/playground/ports";
import type { Sha256 } from "@/lib/runtime/ports";
import type { TrialMeter } from "./trial-meter";

export type KeptFrom = { skill: string; number: number };
export type KeptAnswers = {
  find(key: string): Promise<(KeptFrom & { parts: readonly LanguageModelV4StreamPart[] }) | null>;
  keep(key: string, parts: readonly LanguageModelV4StreamPart[]): Promise<void>;
};

/** Whether a whole answer is worth giving again. */
export type KeepsAnswer = (parts: readonly LanguageModelV4StreamPart[]) => boolean;

type Keeping = {
  answers: KeptAnswers;
  /** Of those that ended well; all of them when absent. */
  keeps?: KeepsAnswer;
  meter: TrialMeter;
  /** What else tells calls apart: which model at which address, which repeat. */
  scope: readonly unknown[];
  sha256: Sha256;
};

/** Answers of a provider to requests that it did not carry out. Those that time out or break off may be billed. */
const unbilled: ReadonlySet<ModelErrorCode> = new Set([
  "RATE_LIMITED",
  "MODEL_OVERLOADED",
  "WRONG_KEY",
  "NO_SUCH_MODEL",
  "CONTEXT_TOO_LONG",
  "TOOLS_UNSUPPORTED",
  "MODEL_UNREACHABLE",
  "MODEL_REFUSED",
]);

/**
 * A model that is not asked for what it was asked before: the same call to the byte and the same repeat is given the parts
 * that it was answered with. What ended well is kept. Only streams are made here.
 */
export function keptModel(
  run: RunModel,
  { answers, meter, scope, sha256, keeps = () => true }: Keeping,
): RunModel {
  if (run.info.kind !== "live" || typeof run.model === "string") return { ...run, meter };
  const model = wrapLanguageModel({
    model: run.model,
    middleware: {
      specificationVersion: "v4",
      wrapStream: async ({ doStream, params }) => {
        const call = keptCall(scope, params);
        const key = sha256(call);
        const found = await answers.find(key);
        if (found) {
          meter.noteKept({ skill: found.skill, number: found.number });
          return { stream: streamOf(found.parts) };
        }
        await meter.beforeAsking(call.length);
        try {
          const result = await doStream();
          return {
            ...result,
            stream: result.stream.pipeThrough(
              keeper((parts) => {
                if (keeps(parts)) meter.alongside(answers.keep(key, parts));
              }, meter.names),
            ),
          };
        } catch (error) {
          if (error instanceof ModelError && unbilled.has(error.code)) meter.noteRefused();
          throw error;
        }
      },
    },
  });
  return { ...run, model, meter };
}

/** What an answer is kept by, before it is digested. */
export const keptCall = (scope: readonly unknown[], params: LanguageModelV4CallOptions): string =>
  JSON.stringify([scope, contentOf(params)]);

/** Of a run that asks for what it was not told before: which model at which address, which repeat, and no run of its own. */
export const keptScope = (address: string, repeat: number, onlyRunId: string | null = null): unknown[] => [
  address,
  repeat,
  onlyRunId,
];

/** All of a call that the provider is told. */
function contentOf({ abortSignal: _, headers: __, ...content }: LanguageModelV4CallOptions): unknown {
  return content;
}

function streamOf(parts: readonly LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** Passes parts on, and keeps them once the answer has come to a good end. `names`: what the model calls itself is added. */
function keeper(
  keep: (parts: readonly LanguageModelV4StreamPart[]) => void,
  names: Set<string>,
): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  const parts: LanguageModelV4StreamPart[] = [];
  return new TransformStream({
    transform(part, controller) {
      if (part.type === "response-metadata" && part.modelId) names.add(part.modelId);
      // Bytes of the wire, and when they came, are of that one time.
      if (part.type !== "raw" && part.type !== "response-metadata") parts.push(part);
      controller.enqueue(part);
    },
    flush() {
      if (endsWell(parts)) keep(parts);
    },
  });
}

function endsWell(parts: readonly LanguageModelV4StreamPart[]): boolean {
  const last = parts.at(-1);
  if (last?.type !== "finish" || parts.some(({ type }) => type === "error")) return false;
  if (last.finishReason.unified === "tool-calls") return parts.some(({ type }) => type === "tool-call");
  return last.finishReason.unified === "stop" && parts.some(saysSomething);
}

const saysSomething = (part: LanguageModelV4StreamPart): boolean =>
  part.type === "tool-call" || (part.type === "text-delta" && part.delta.trim() !== "");
