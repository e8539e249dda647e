import type { ModelMeter, StepPlace, StepTokens } from "@/lib/models/ports";
import type { KeptFrom } from "./kept-model";

/** What a step may cost is set aside before it is asked, and settled with what it did cost. */
export type Budget = {
  /** US dollars of a request of so many tokens; null where a price is not known, 0 for models that cost nothing. */
  priceOf(tokens: Pick<StepTokens, "input" | "output">): number | null;
  /** Throws when no more may be spent. */
  reserve(usd: number): Promise<void>;
  settle(reservedUsd: number, spentUsd: number): void;
};

/** Of English and of JSON a token has more; too many is the safe side. */
const charactersPerToken = 3;
/** Models that are to choose a skill seldom say more in one step. */
const usualOutputTokens = 1_000;

/** What a trial took: requests, tokens of what was asked, US dollars (null as soon as one request's price is not known). */
export type Used = Pick<TrialMeter, "asked" | "kept" | "tokens" | "costUsd" | "keptFrom">;

export function usedOf(meters: readonly Used[]): Used {
  const sum = (of: (used: Used) => number) => meters.reduce((total, used) => total + of(used), 0);
  return {
    asked: sum(({ asked }) => asked),
    kept: sum(({ kept }) => kept),
    tokens: {
      input: sum(({ tokens }) => tokens.input),
      output: sum(({ tokens }) => tokens.output),
      cached: sum(({ tokens }) => tokens.cached),
    },
    costUsd: meters.some(({ costUsd }) => costUsd === null) ? null : sum(({ costUsd }) => costUsd ?? 0),
    keptFrom: meters.find(({ keptFrom }) => keptFrom !== null)?.keptFrom ?? null,
  };
}

/** The meter of one model in one trial: what was kept is asked of nobody, so it meets no limit and costs nothing. */
export class TrialMeter implements ModelMeter {
  asked = 0;
  kept = 0;
  readonly tokens = { input: 0, output: 0, cached: 0 };
  /** US dollars; null as soon as one request's is not known. */
  costUsd: number | null = 0;
  keptFrom: KeptFrom | null = null;
  /** What the model called itself in its answers. */
  readonly names = new Set<string>();
  private readonly keptSteps = new Map<number, KeptFrom>();
  private place: StepPlace | null = null;
  private reservedUsd = 0;
  /** What the request that is under way may cost, null where no price is known; undefined while none is. */
  private awaited: number | null | undefined;
  private readonly written: Promise<unknown>[] = [];

  constructor(
    private readonly inner: ModelMeter,
    private readonly budget: Budget,
    private readonly maxOutputTokens: number | null,
    /** Rehearsal and recordings are asked without a middleware of ours. */
    private readonly isLive: boolean,
  ) {}

  async beforeStep(place: StepPlace): Promise<void> {
    this.place = place;
    if (this.isLive) return;
    await this.inner.beforeStep(place);
    this.asked += 1;
  }

  /** `characters`: of the whole call as JSON. */
  async beforeAsking(characters: number): Promise<void> {
    if (!this.place) throw new Error("A model was asked outside of any step.");
    await this.inner.beforeStep(this.place);
    this.countUnanswered();
    const price = this.budget.priceOf({
      input: Math.ceil(characters / charactersPerToken),
      output: Math.min(usualOutputTokens, this.maxOutputTokens ?? usualOutputTokens),
    });
    const usd = price ?? 0;
    if (usd > 0) await this.budget.reserve(usd);
    this.reservedUsd = usd;
    this.awaited = price;
    this.asked += 1;
  }

  /** The provider refused the request: it costs nothing. */
  noteRefused(): void {
    this.awaited = undefined;
    this.settle(0);
  }

  noteKept(from: KeptFrom): void {
    if (this.place) this.keptSteps.set(this.place.step, from);
    this.keptFrom ??= from;
    this.kept += 1;
  }

  async afterStep(tokens: StepTokens): Promise<number | null> {
    if (this.place && this.keptSteps.has(this.place.step)) return 0;
    const said = await this.inner.afterStep(tokens);
    const cost = this.isLive ? said : 0;
    this.awaited = undefined;
    this.tokens.input += tokens.input;
    this.tokens.output += tokens.output;
    this.tokens.cached += tokens.cached ?? 0;
    this.costUsd = cost === null || this.costUsd === null ? null : this.costUsd + cost;
    this.settle(cost ?? this.reservedUsd);
    return cost;
  }

  exchange() {
    return this.place && this.keptSteps.has(this.place.step) ? null : this.inner.exchange();
  }

  /** What a step of the log says of where its answer came from. */
  marksOf(step: number): { kept?: KeptFrom } {
    const kept = this.keptSteps.get(step);
    return kept ? { kept } : {};
  }

  /** What is written of an answer while the trial goes on; the trial has not ended before it is. */
  alongside(write: Promise<unknown>): void {
    this.written.push(write);
    write.catch(() => {}); // `end` throws it
  }

  /** To be called when nothing more is asked. Throws what could not be written. */
  async end(): Promise<void> {
    this.countUnanswered();
    await Promise.all(this.written);
  }

  /** Of a request that went out and never said what it took nobody knows what it cost: what was set aside counts whole. */
  private countUnanswered(): void {
    const { awaited } = this;
    this.awaited = undefined;
    if (awaited === undefined) return;
    this.costUsd = awaited === null || this.costUsd === null ? null : this.costUsd + awaited;
    this.settle(this.reservedUsd);
  }

  private settle(spentUsd: number): void {
    const { reservedUsd } = this;
    if (reservedUsd === 0 && spentUsd === 0) return;
    this.reservedUsd = 0;
    this.budget.settle(reservedUsd, spentUsd);
  }
}
