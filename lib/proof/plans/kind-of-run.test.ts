import { expect, it } from "vitest";
import { kindOfRun } from "./kind-of-run";

const opened = (kind: "rules" | "recording" | "live") => ({
  model: { info: { id: kind, name: kind, kind, windowTokens: 1 } },
});

it.each([
  ["live", null, "live"],
  ["live", "live", "live"],
  ["live", "rules", "rules"],
  ["rules", "live", "rules"],
  ["recording", "live", "recording"],
  ["recording", "rules", "rules"],
] as const)("a %s model behind the router %s makes a run that is %s", (model, router, kind) => {
  expect(kindOfRun({ model: opened(model), router: router === null ? null : opened(router) })).toBe(kind);
});
