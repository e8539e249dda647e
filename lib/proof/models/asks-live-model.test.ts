import { describe, expect, it } from "vitest";
import { askedLiveModel, asksLiveModel } from "./asks-live-model";

const opened = (kind: "rules" | "recording" | "live") => ({
  model: { info: { id: kind, name: kind, kind, windowTokens: 1 } },
});
const stored = { modelKind: "rules", modelId: "rehearsal", routerModel: null, judge: null };

describe("a run that is planned", () => {
  it.each([
    ["rules alone", ["rules", null, null], false],
    ["a recording behind rules", ["recording", "rules", null], false],
    ["a live model", ["live", null, null], true],
    ["a live model behind a router that follows rules", ["live", "rules", null], true],
    ["rules behind a live router", ["rules", "live", null], true],
    ["rules that a live model judges", ["rules", null, "live"], true],
  ] as const)("of %s asks a live model or not", (_, kinds, asks) => {
    expect(asksLiveModel(kinds.map((kind) => (kind === null ? null : opened(kind))))).toBe(asks);
  });
});

describe("a run that is stored", () => {
  it.each([
    ["rules alone", {}, false],
    ["rules that route as well", { routerModel: "rehearsal" }, false],
    ["a live model", { modelKind: "live" }, true],
    ["a connection behind rules", { modelId: "a connection", routerModel: "rehearsal" }, true],
    ["rules behind a connection", { routerModel: "a connection" }, true],
    ["rules that a model judges", { judge: { id: "a connection" } }, true],
  ])("of %s asked a live model or not", (_, row, asked) => {
    expect(askedLiveModel({ ...stored, ...row })).toBe(asked);
  });
});
