import { expect, it } from "vitest";
import { type DeliverySource, sourceKey } from "./delivery-source";

it("is held by what is asked for, and a selection by its skills in any order", () => {
  const sources: DeliverySource[] = [
    { kind: "agent", agentId: "1" },
    { kind: "agent", agentId: "2" },
    { kind: "label", label: "stable" },
    { kind: "selection", skillIds: ["1", "2"], label: null },
    { kind: "selection", skillIds: ["1", "2"], label: "stable" },
    { kind: "selection", skillIds: ["1"], label: null },
  ];
  expect(new Set(sources.map(sourceKey)).size).toBe(sources.length);
  const turned: DeliverySource = { kind: "selection", skillIds: ["2", "1"], label: null };
  expect(sources.map(sourceKey)).toContain(sourceKey(turned));
});
