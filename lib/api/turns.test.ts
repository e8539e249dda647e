import { describe, expect, it } from "vitest";
import { type Turn, Turns } from "./turns";

const never = new AbortController().signal;
const endOf = (turn: Turn) => {
  if (!turn.ok) throw new Error(`refused: ${turn.reason}`);
  return turn.end;
};
const own = { ok: false, reason: "own" };
const all = { ok: false, reason: "all" };
const limits = { each: 2, all: 3, waiting: 2, waitMs: 20 };

describe("taking turns", () => {
  it("lets a person do a few things at once, and others as many", async () => {
    const turns = new Turns({ ...limits, all: 10, waiting: 0 });
    for (const person of ["ines", "ines", "ben", "ben"])
      expect(await turns.take(person, never)).toMatchObject({ ok: true });
    expect(await turns.take("ines", never)).toEqual(own);
    expect(await turns.take("ben", never)).toEqual(own);
    expect(await turns.take("mara", never)).toMatchObject({ ok: true });
  });

  it("begins what waits in the order it came, when something ends", async () => {
    const turns = new Turns({ ...limits, waitMs: 5_000 });
    const first = endOf(await turns.take("ines", never));
    const second = endOf(await turns.take("ines", never));
    const begun: string[] = [];
    const third = turns.take("ines", never).then((turn) => {
      begun.push("third");
      return turn;
    });
    const fourth = turns.take("ines", never).then((turn) => {
      begun.push("fourth");
      return turn;
    });
    expect(await turns.take("ines", never)).toEqual(own);
    first();
    endOf(await third);
    expect(begun).toEqual(["third"]);
    second();
    endOf(await fourth);
    expect(begun).toEqual(["third", "fourth"]);
  });

  it("lets nobody wait for the many of somebody else", async () => {
    const turns = new Turns({ each: 1, all: 2, waiting: 5, waitMs: 5_000 });
    const ines = endOf(await turns.take("ines", never));
    const ben = endOf(await turns.take("ben", never));
    const waiting = turns.take("ines", never);
    const mara = turns.take("mara", never);
    ben();
    endOf(await mara);
    ines();
    endOf(await waiting);
  });

  it("gives a turn back once, however often it ends", async () => {
    const turns = new Turns({ ...limits, each: 1, waiting: 0 });
    const end = endOf(await turns.take("ines", never));
    end();
    end();
    endOf(await turns.take("ines", never));
    expect(await turns.take("ines", never)).toEqual(own);
  });

  it("refuses who has waited long enough, and who has left", async () => {
    const turns = new Turns({ ...limits, each: 1, all: 1 });
    const end = endOf(await turns.take("ines", never));
    expect(await turns.take("ines", never)).toEqual(own);
    expect(await turns.take("ben", never)).toEqual(all);
    const leave = new AbortController();
    const left = turns.take("ben", leave.signal);
    leave.abort();
    expect(await left).toEqual(all);
    expect(await turns.take("ben", leave.signal)).toEqual(all);
    end();
    expect(await turns.take("ben", never)).toMatchObject({ ok: true });
  });
});
