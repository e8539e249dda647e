import { expect, it } from "vitest";
import { renderAgentView } from "./agent-view";
import { calibrateView } from "./calibrate-view";

const text = "---\nname: notes\ndescription: Writes notes.\n---\n\n# Notes\n\nWrite them down.\n";
const view = await renderAgentView(
  { name: "notes", description: "Writes notes.", files: [{ path: "SKILL.md", size: text.length, text }] },
  "standard",
);

it("counts the words of a view as the server counts them", () => {
  const scaled = calibrateView(
    view,
    { metadata: 80, instructions: 50 },
    { metadata: 100, instructions: 100 },
  );
  expect(scaled.always.tokens).toBe(Math.round(view.always.tokens * 0.8));
  expect(scaled.activation?.tokens).toBe(Math.round((view.activation?.tokens ?? 0) * 0.5));
});

it("changes nothing where nothing is known", () => {
  const none = { metadata: 0, instructions: 0 };
  expect(calibrateView(view, none, { metadata: 10, instructions: 10 })).toEqual(view);
  expect(calibrateView(view, { metadata: 10, instructions: 10 }, none)).toEqual(view);
});
