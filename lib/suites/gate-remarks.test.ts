import { describe, expect, it } from "vitest";
import type { EffectGateFacts } from "./decide-effect-gate";
import { remarkOnUnheld, remarkOnUnshown, sayGate } from "./gate-remarks";

describe("a gate that passes", () => {
  const hosts = [
    { dialect: "standard", isHeld: true },
    { dialect: "codex", isHeld: false },
  ];

  it("says of which hosts it was held to nothing", () => {
    expect(remarkOnUnheld(hosts, {})).toEqual([
      "codex: held to nothing: no share is asked for, and no judged run of a published version has cases in common with it.",
    ]);
  });

  it.each([{ recall: 0 }, { precision: 0.5 }])("is held to what is asked for: %o", (floors) => {
    expect(remarkOnUnheld(hosts, floors)).toEqual([]);
  });

  it("says that nothing was shown, and why", () => {
    const host = (change: Partial<EffectGateFacts>): EffectGateFacts => ({
      dialect: "codex",
      word: "improved",
      reasons: [],
      goldenFailed: [],
      lostToApproved: 0,
      isUncompared: false,
      ...change,
    });
    expect(
      remarkOnUnshown([
        host({}),
        host({ dialect: "orion", word: "not-shown", reasons: ["1 task differs."] }),
      ]),
    ).toEqual(["orion: not shown to help. 1 task differs."]);
  });
});

describe("the words of a gate", () => {
  it.each([
    [0, "Passes"],
    [1, "Regression"],
    [2, "A golden task failed"],
    [3, "Not measured"],
  ] as const)("of %d", (code, word) => {
    expect(sayGate({ code, reasons: ["Why."], remarks: ["And."] })).toEqual({ word, why: ["Why.", "And."] });
  });
});
