import { describe, expect, it } from "vitest";
import { freeMeter } from "@/lib/models/free-meter";
import type { StepTokens } from "@/lib/models/ports";
import { TrialMeter } from "./trial-meter";

const place = { runId: "run", step: 1, onRetry: async () => {} };
const tokens: StepTokens = { input: 100, output: 10, cached: null, source: "provider" };

/** Each request may cost a dollar, and does cost a quarter. */
function aMeter({ price = 1, cost = 0.25 }: { price?: number | null; cost?: number | null } = {}) {
  const spent = { reserved: 0, spent: 0 };
  const meter = new TrialMeter(
    { ...freeMeter, afterStep: async () => cost },
    {
      priceOf: () => price,
      reserve: async (usd) => {
        spent.reserved += usd;
      },
      settle: (reservedUsd, spentUsd) => {
        spent.reserved -= reservedUsd;
        spent.spent += spentUsd;
      },
    },
    null,
    true,
  );
  const ask = async () => {
    await meter.beforeStep(place);
    await meter.beforeAsking(300);
  };
  return { meter, spent, ask };
}

describe("a request of a trial", () => {
  it("costs what its answer says, in the place of what was set aside", async () => {
    const { meter, spent, ask } = aMeter();
    await ask();
    expect(spent).toEqual({ reserved: 1, spent: 0 });
    await meter.afterStep(tokens);
    await meter.end();
    expect(spent).toEqual({ reserved: 0, spent: 0.25 });
    expect(meter).toMatchObject({ asked: 1, costUsd: 0.25, tokens: { input: 100, output: 10 } });
  });

  it("that went out and was never answered counts whole", async () => {
    const { meter, spent, ask } = aMeter();
    await ask();
    await meter.end();
    expect(spent).toEqual({ reserved: 0, spent: 1 });
    expect(meter).toMatchObject({ asked: 1, costUsd: 1 });
  });

  it("is settled once it is answered, before anything more is set aside", async () => {
    const done: string[] = [];
    const budget = {
      priceOf: () => 1,
      reserve: async () => void done.push("reserved"),
      settle: () => void done.push("settled"),
    };
    const meter = new TrialMeter({ ...freeMeter, afterStep: async () => 0.25 }, budget, null, true);
    for (const step of [1, 2]) {
      await meter.beforeStep({ ...place, step });
      await meter.beforeAsking(300);
      await meter.afterStep(tokens);
    }
    await meter.end();
    expect(done).toEqual(["reserved", "settled", "reserved", "settled"]);
  });

  it("counts whole when another one follows it", async () => {
    const { meter, spent, ask } = aMeter();
    await ask();
    await ask();
    await meter.afterStep(tokens);
    await meter.end();
    expect(spent).toEqual({ reserved: 0, spent: 1.25 });
    expect(meter).toMatchObject({ asked: 2, costUsd: 1.25 });
  });

  it("costs nothing when the provider refused it", async () => {
    const { meter, spent, ask } = aMeter();
    await ask();
    meter.noteRefused();
    await meter.end();
    expect(spent).toEqual({ reserved: 0, spent: 0 });
    expect(meter.costUsd).toBe(0);
  });

  it("counts whole when its price went while it was on its way", async () => {
    const { meter, spent, ask } = aMeter({ cost: null });
    await ask();
    await meter.afterStep(tokens);
    expect(spent).toEqual({ reserved: 0, spent: 1 });
    expect(meter.costUsd).toBeNull();
  });

  it("of which no price is known leaves the whole cost unknown", async () => {
    const { meter, spent, ask } = aMeter({ price: null });
    await ask();
    await meter.end();
    expect(spent).toEqual({ reserved: 0, spent: 0 });
    expect(meter.costUsd).toBeNull();
  });

  it("has not ended before what is kept of its answer is written", async () => {
    const { meter } = aMeter();
    const steps: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    meter.alongside(promise.then(() => steps.push("written")));
    const ended = meter.end().then(() => steps.push("ended"));
    resolve();
    await ended;
    expect(steps).toEqual(["written", "ended"]);
  });

  it("fails when that cannot be written", async () => {
    const { meter } = aMeter();
    meter.alongside(Promise.reject(new Error("The disk is full.")));
    await expect(meter.end()).rejects.toThrow("The disk is full.");
  });
});
