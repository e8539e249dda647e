import "server-only";
import { setTimeout } from "node:timers/promises";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { AppError } from "@/lib/kernel/app-error";

/** One recorded answer; milliseconds since its request left. */
export type RecordedAnswer = {
  step: number;
  parts: readonly { afterMs: number; part: LanguageModelV4StreamPart }[];
};

/** Longer silences of a recording are not sat through. */
const longestPauseMs = 5_000;

/**
 * Plays what a model answered before: the same parts, at the same pace unless `fast`, one recorded answer for each
 * request. It asks nobody. A request more than were recorded is UNPROCESSABLE.
 */
export class RecordingModel implements LanguageModelV4 {
  readonly specificationVersion = "v4" as const;
  readonly provider = "greenroom";
  readonly modelId = "recording";
  readonly supportedUrls = {};
  private played = 0;

  constructor(
    private readonly answers: readonly RecordedAnswer[],
    private readonly fast: boolean,
  ) {}

  async doGenerate(): Promise<LanguageModelV4GenerateResult> {
    throw new AppError("UNPROCESSABLE", "A recording is played as a stream alone.");
  }

  async doStream({ abortSignal }: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const answer = this.answers[this.played];
    this.played += 1;
    if (!answer)
      throw new AppError(
        "UNPROCESSABLE",
        `The recording ends after ${this.answers.length} steps, and this run asks for one more. Re-run it instead.`,
      );
    const parts = [...answer.parts];
    const isWhole = parts.some(({ part }) => part.type === "finish");
    const { fast } = this;
    let at = 0;
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      async pull(controller) {
        const next = parts.shift();
        if (!next && isWhole) return controller.close();
        if (!next) return controller.error(brokenOff());
        const pauseMs = Math.min(next.afterMs - at, longestPauseMs);
        at = next.afterMs;
        // Ends early when aborted.
        if (!fast && pauseMs > 0)
          await setTimeout(pauseMs, undefined, abortSignal ? { signal: abortSignal } : {}).catch(() => {});
        if (abortSignal?.aborted) controller.error(abortSignal.reason);
        else controller.enqueue(next.part);
      },
    });
    return { stream };
  }
}

const brokenOff = () =>
  new AppError(
    "UNPROCESSABLE",
    "The recording breaks off here: the run was stopped or failed in this answer.",
  );
