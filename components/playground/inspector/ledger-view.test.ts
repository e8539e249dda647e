import { describe, expect, it } from "vitest";
import type { Ledger, LedgerPart } from "@/lib/runtime/compute-ledger";
import { axisLabel, axisOf, ledgerView } from "./ledger-view";

const part = (kind: LedgerPart["kind"], key: string, tokens: number): LedgerPart => ({
  kind,
  key,
  label: key,
  skillName: null,
  tokens,
});

const ledger = (...turns: LedgerPart[][]): Ledger => ({
  windowTokens: 200_000,
  shorteningTokens: 160_000,
  turns: turns.map((parts, at) => ({
    turn: at + 1,
    runId: String(at),
    total: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    parts,
    changes: [],
  })),
});

const first = [
  part("instructions", "instructions", 318),
  part("skill", "a", 1_038),
  part("history", "history", 96),
];
const second = [
  part("instructions", "instructions", 318),
  part("skill", "a", 1_038),
  part("skill", "b", 1_204),
  part("resource", "f", 497),
  part("history", "history", 402),
];

describe("ledgerView", () => {
  it("keeps rows in bar order and lines the turns up, with 0 for what was not there", () => {
    const { rows, turns, totalChange } = ledgerView(ledger(first, second), 2);
    expect(rows.map(({ key, tokens, change }) => [key, tokens, change])).toEqual([
      ["instructions", [318, 318], 0],
      ["a", [1_038, 1_038], 0],
      ["b", [0, 1_204], 1_204],
      ["f", [0, 497], 497],
      ["history", [96, 402], 306],
    ]);
    expect(turns).toEqual([
      { turn: 1, total: 1_452 },
      { turn: 2, total: 3_459 },
    ]);
    expect(totalChange).toBe(2_007);
  });

  it("gives neighbouring skills different fills", () => {
    const fills = ledgerView(ledger(first, second), 2).rows.map(({ fill }) => fill);
    expect(fills).toEqual(["instructions", "skill-1", "skill-2", "resource", "history"]);
  });

  it("names what has left the prompt, at 0", () => {
    const { rows } = ledgerView(ledger(second, first), 2);
    expect(rows.find(({ key }) => key === "f")).toMatchObject({ tokens: [497, 0], change: -497 });
  });

  it("shows three turns, ending with the one looked at", () => {
    const view = ledgerView(ledger(first, first, first, first, first), 4);
    expect(view.turns.map(({ turn }) => turn)).toEqual([2, 3, 4]);
  });
});

describe("axisOf", () => {
  it.each([
    [4_686, 5_000, 1_000],
    [2_350, 2_500, 500],
    [96, 100, 20],
    [160_000, 200_000, 50_000],
  ])("reaches %i with round steps", (most, max, step) => {
    const axis = axisOf(most);
    expect([axis.max, axis.ticks[1]]).toEqual([max, step]);
  });

  it("labels thousands shortly", () => {
    expect([0, 500, 1_500, 2_000].map(axisLabel)).toEqual(["0", "500", "1.5k", "2k"]);
  });
});
