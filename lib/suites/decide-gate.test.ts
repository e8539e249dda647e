import { describe, expect, it } from "vitest";
import { proportionOf } from "@/lib/statistics/wilson-interval";
import { decideGate, type GateFacts } from "./decide-gate";

type Host = GateFacts["hosts"][number];
const host = (word: Host["figures"]["word"] = "judged", outcome?: "worse" | "better"): Host => ({
  dialect: "standard",
  figures: { word, recall: proportionOf(18, 20), precision: null },
  against: outcome ? { outcome, lost: ["a", "b"] } : null,
});
const gate = (facts: Partial<GateFacts>) =>
  decideGate({ goldenFailed: [], hosts: [host()], floors: {}, ...facts });

describe("decideGate", () => {
  it.each([
    ["a suite that is judged", {}, 0],
    ["one that is better", { hosts: [host("judged", "better")] }, 0],
    ["one that is worse in one host", { hosts: [host(), host("judged", "worse")] }, 1],
    ["an interval above the floor", { floors: { recall: 0.69 } }, 0],
    ["an interval that begins below the floor", { floors: { recall: 0.7 } }, 1],
    ["a figure that was not measured", { floors: { precision: 0.1 } }, 1],
    ["a golden task that failed", { goldenFailed: ["g"] }, 2],
    ["a golden task in an invalid measurement", { goldenFailed: ["g"], hosts: [host("invalid")] }, 2],
    ["an invalid measurement that is also worse", { hosts: [host("invalid", "worse")] }, 3],
    ["too few cases", { hosts: [host("too-few")] }, 3],
    ["a scripted run", { hosts: [host("scripted")] }, 3],
    ["one broken host among good ones", { hosts: [host(), host("invalid")] }, 3],
    ["nothing at all", { hosts: [] }, 3],
    ["nothing in common with what it is to be compared with", { uncompared: ["standard"] }, 3],
    ["nothing in common, above the floor", { uncompared: ["standard"], floors: { recall: 0.1 } }, 3],
  ] satisfies [string, Partial<GateFacts>, number][])("of %s", (_, facts, code) => {
    const decided = gate(facts);
    expect(decided.code).toBe(code);
    expect(decided.reasons.length > 0).toBe(code !== 0);
  });

  it("says why", () => {
    expect(
      gate({ hosts: [host("judged", "worse")], floors: { recall: 0.8, precision: 0.8 } }).reasons,
    ).toEqual([
      "standard: worse than approved, 2 cases lost.",
      "standard: the interval of its recall begins at 0.70; at least 0.8 is asked for.",
      "standard: the interval of its precision was not measured; at least 0.8 is asked for.",
    ]);
  });
});
