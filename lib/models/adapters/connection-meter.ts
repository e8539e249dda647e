import "server-only";
import type { Context } from "@/lib/access/context";
import { monthOf } from "@/lib/kernel/month";
import { metrics } from "@/lib/platform/metrics";
import { costOf, type Prices } from "../cost-of";
import type { ExchangeRecorder } from "../exchange-recorder";
import { readSpending } from "../internal/connection-rows";
import { ModelError } from "../model-error";
import type { ModelMeter, RecordedExchange, StepPlace, StepTokens } from "../ports";
import type { ModelProvider } from "../provider-options";
import { type ReachedLimit, reachedLimit } from "../spending-limit";
import { type Reserved, reserve, reservedOn } from "./reservations";

export type Metered = {
  id: string;
  name: string;
  provider: ModelProvider;
  prices: Prices;
  /** US dollars a month; null for no limit. */
  monthlyLimit: number | null;
  personLimit: number | null;
};

const nothingReserved: Reserved = { everybody: 0, mine: 0 };

export type Reservation = { free: () => void };

/** Keeps what one run spends on one connection, and stops it when a limit is reached. */
export class ConnectionMeter implements ModelMeter {
  private place: StepPlace | null = null;

  constructor(
    private readonly context: Context,
    private readonly connection: Metered,
    private readonly recorder: Pick<ExchangeRecorder, "reset" | "hasSent" | "exchange">,
  ) {}

  /** The step that is going on; one before the first of all when nobody said so. */
  step(): Pick<StepPlace, "step" | "onRetry"> {
    return this.place ?? { step: 0, onRetry: async () => {} };
  }

  async beforeStep(place: StepPlace): Promise<void> {
    this.place = place;
    this.recorder.reset();
    await this.requireLeft(nothingReserved);
  }

  /**
   * `beforeStep` for requests that come many at once: sets aside what this one may take until `free` is called, which is
   * to be after `afterStep`. Null when what others have set aside may be all that is left: some time later there may be
   * more. Throws ModelError SPENDING_LIMIT when a limit is already reached.
   */
  async reserve(place: StepPlace, tokens: Pick<StepTokens, "input" | "output">): Promise<Reservation | null> {
    this.place = place;
    this.recorder.reset();
    const { id, prices } = this.connection;
    const owner = { connectionId: id, userId: this.context.actor.userId };
    const others = reservedOn(owner);
    const free = reserve(owner, costOf({ ...tokens, cached: null }, prices) ?? 0);
    try {
      if (await this.requireLeft(others)) return { free };
    } catch (error) {
      free();
      throw error;
    }
    free();
    return null;
  }

  /** Whether there would be something left if `reserved` were spent too. Throws when there is nothing as it is. */
  private async requireLeft(reserved: Reserved): Promise<boolean> {
    const { id, monthlyLimit, personLimit } = this.connection;
    if (monthlyLimit === null && personLimit === null) return true;
    const spent = (await readSpending(this.context, [id])).get(id);
    if (!spent) return true;
    const reached = reachedLimit(this.connection, spent);
    if (reached) throw this.over(reached);
    return reachedLimit(this.connection, spent, reserved) === null;
  }

  async afterStep(tokens: StepTokens): Promise<number | null> {
    if (!this.place || !this.recorder.hasSent) return null;
    const cost = costOf(tokens, this.connection.prices);
    await this.context.db.modelUsage.create({
      data: {
        workspaceId: this.context.workspace.id,
        connectionId: this.connection.id,
        userId: this.context.actor.userId,
        runId: this.place.runId,
        step: this.place.step,
        inputTokens: tokens.input,
        outputTokens: tokens.output,
        cachedTokens: tokens.cached,
        cost,
        at: this.context.now(),
      },
    });
    this.count(tokens, cost);
    return cost;
  }

  private count({ input, output, cached }: StepTokens, cost: number | null): void {
    const { modelCalls, modelTokens, modelCost } = metrics();
    const { provider } = this.connection;
    modelCalls.inc({ provider });
    modelTokens.inc({ provider, kind: "input" }, input);
    modelTokens.inc({ provider, kind: "output" }, output);
    modelTokens.inc({ provider, kind: "cached" }, cached ?? 0);
    modelCost.inc({ provider }, cost ?? 0);
  }

  exchange(): RecordedExchange | null {
    return this.recorder.exchange();
  }

  private over({ of, limit, spent }: ReachedLimit): ModelError {
    const { name } = this.connection;
    const what = of === "person" ? `You have reached your limit on ${name}` : `${name} has reached its limit`;
    const { name: month, until } = monthOf(this.context.now());
    const resets = until.toLocaleString("en-GB", {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    });
    return new ModelError(
      "SPENDING_LIMIT",
      `${what}: ${dollars(spent)} of ${dollars(limit)} spent in ${month}. It starts again on ${resets}, 00:00 UTC; an admin can raise it in Settings, Models.`,
    );
  }
}

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;
