import { describe, expect, it } from "vitest";
import { ConcurrencySlots, type Slot } from "./concurrency-slots";

const never = new AbortController().signal;
const endOf = (slot: Slot) => {
  if (!slot.ok) throw new Error(`refused: ${slot.reason}`);
  return slot.end;
};
const own = { ok: false, reason: "own" };
const all = { ok: false, reason: "all" };
const limits = { each: 2, all: 3, waiting: 2, waitMs: 20 };

describe("taking slots", () => {
  it("lets a person do a few things at once, and others as many", async () => {
    const slots = new ConcurrencySlots({ ...limits, all: 10, waiting: 0 });
    for (const person of ["ines", "ines", "ben", "ben"])
      expect(await slots.take(person, never)).toMatchObject({ ok: true });
    expect(await slots.take("ines", never)).toEqual(own);
    expect(await slots.take("ben", never)).toEqual(own);
    expect(await slots.take("mara", never)).toMatchObject({ ok: true });
  });

  it("begins what waits in the order it came, when something ends", async () => {
    const slots = new ConcurrencySlots({ ...limits, waitMs: 5_000 });
    const first = endOf(await slots.take("ines", never));
    const second = endOf(await slots.take("ines", never));
    const begun: string[] = [];
    const third = slots.take("ines", never).then((slot) => {
      begun.push("third");
      return slot;
    });
    const fourth = slots.take("ines", never).then((slot) => {
      begun.push("fourth");
      return slot;
    });
    expect(await slots.take("ines", never)).toEqual(own);
    first();
    endOf(await third);
    expect(begun).toEqual(["third"]);
    second();
    endOf(await fourth);
    expect(begun).toEqual(["third", "fourth"]);
  });

  it("lets nobody wait for the many of somebody else", async () => {
    const slots = new ConcurrencySlots({ each: 1, all: 2, waiting: 5, waitMs: 5_000 });
    const ines = endOf(await slots.take("ines", never));
    const ben = endOf(await slots.take("ben", never));
    const waiting = slots.take("ines", never);
    const mara = slots.take("mara", never);
    ben();
    endOf(await mara);
    ines();
    endOf(await waiting);
  });

  it("says whether anybody may wait", () => {
    expect(new ConcurrencySlots(limits).hasLine).toBe(true);
    expect(new ConcurrencySlots({ ...limits, waiting: 0 }).hasLine).toBe(false);
  });

  it("gives a slot back once, however often it ends", async () => {
    const slots = new ConcurrencySlots({ ...limits, each: 1, waiting: 0 });
    const end = endOf(await slots.take("ines", never));
    end();
    end();
    endOf(await slots.take("ines", never));
    expect(await slots.take("ines", never)).toEqual(own);
  });

  it("refuses who has waited long enough, and who has left", async () => {
    const slots = new ConcurrencySlots({ ...limits, each: 1, all: 1 });
    const end = endOf(await slots.take("ines", never));
    expect(await slots.take("ines", never)).toEqual(own);
    expect(await slots.take("ben", never)).toEqual(all);
    const leave = new AbortController();
    const left = slots.take("ben", leave.signal);
    leave.abort();
    expect(await left).toEqual(all);
    expect(await slots.take("ben", leave.signal)).toEqual(all);
    end();
    expect(await slots.take("ben", never)).toMatchObject({ ok: true });
  });
});
