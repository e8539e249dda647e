import { expect, it } from "vitest";
import { labelEffects } from "./label-effects";

const agent = {
  slug: "desk",
  name: "Release desk",
  enabled: true,
  follows: "label",
  label: "production",
  version: null,
} as const;

it("names the agents that follow the label, and nobody else", () => {
  const agents = [
    agent,
    { ...agent, slug: "night", name: "Night shift", enabled: false },
    { ...agent, slug: "beta", name: "Beta", label: "staging" },
    { ...agent, slug: "new", name: "Newest", follows: "latest" as const, label: null },
  ];
  expect(labelEffects({ agents }, { label: "production", from: 1, to: 3 })).toEqual([
    "Release desk gets v3 instead of v1.",
    "Night shift gets v3 instead of v1, once it is switched on there.",
  ]);
  expect(labelEffects({ agents: [agent] }, { label: "production", from: null, to: 1 })).toEqual([
    "Release desk gets v1 instead of nothing.",
  ]);
});
