import { describe, expect, it } from "vitest";
import { FairPace } from "./fair-pace";

function aServer({ busy = 1 } = {}) {
  const state = { now: 1_000, busy };
  const pace = new FairPace(
    () => state.busy,
    () => state.now,
  );
  return { pace, state };
}

describe("resting after work", () => {
  it("lets nobody rest who is alone", () => {
    const { pace } = aServer();
    pace.note("mallory");
    pace.note("mallory");
    expect(pace.restAfter("mallory", 300)).toBe(0);
  });

  it("lets rest twice as long as was worked, while somebody else is about", () => {
    const { pace } = aServer();
    pace.note("ines");
    pace.note("mallory");
    expect(pace.restAfter("mallory", 300)).toBe(600);
  });

  it("knows of the others however often the busy one asks", () => {
    const { pace, state } = aServer();
    pace.note("ines");
    for (let round = 0; round < 100; round += 1) pace.note("mallory");
    state.now += 4_000;
    expect(pace.restAfter("mallory", 300)).toBe(600);
    expect(pace.restAfter("ines", 300)).toBe(600);
  });

  it("forgets others who have asked for nothing for five seconds", () => {
    const { pace, state } = aServer();
    pace.note("ines");
    pace.note("mallory");
    state.now += 5_001;
    pace.note("mallory");
    expect(pace.restAfter("mallory", 300)).toBe(0);
  });

  it("lets nobody rest while the server has time", () => {
    const { pace, state } = aServer({ busy: 0.49 });
    pace.note("ines");
    pace.note("mallory");
    expect(pace.restAfter("mallory", 300)).toBe(0);
    state.busy = 0.5;
    expect(pace.restAfter("mallory", 300)).toBe(600);
  });

  it("lets nobody rest for more than three seconds", () => {
    const { pace } = aServer();
    pace.note("ines");
    pace.note("mallory");
    expect(pace.restAfter("mallory", 60_000)).toBe(3_000);
  });

  it("lets a piece of work rest while two people are about, whoever they are", () => {
    const { pace, state } = aServer();
    expect(pace.restAfterPiece(4)).toBe(0);
    pace.note("ines");
    expect(pace.restAfterPiece(4)).toBe(0);
    pace.note("ben");
    expect(pace.restAfterPiece(4)).toBe(8);
    state.busy = 0;
    expect(pace.restAfterPiece(4)).toBe(0);
    state.busy = 1;
    state.now += 5_001;
    pace.note("ben");
    expect(pace.restAfterPiece(4)).toBe(0);
  });

  it("gives whoever never stops a third of a busy server", () => {
    const { pace, state } = aServer();
    let worked = 0;
    const start = state.now;
    while (state.now - start < 60_000) {
      pace.note("ines");
      pace.note("mallory");
      state.now += 250;
      worked += 250;
      state.now += pace.restAfter("mallory", 250);
    }
    expect(worked / (state.now - start)).toBeCloseTo(1 / 3, 2);
  });
});
