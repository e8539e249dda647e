import { describe, expect, it } from "vitest";
import { assemblePrompt } from "@/lib/runtime/assemble-prompt";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { comparePrompts, foldUnchanged, type PromptSection, promptSections } from "./prompt-sections";

const section = (key: string, text = key): PromptSection => ({ key, heading: key, text, seq: null });
const changes = (before: PromptSection[], after: PromptSection[]) =>
  comparePrompts(before, after).map(({ key, change }) => `${key} ${change}`);

describe("comparePrompts", () => {
  it("keeps what is the same and marks what came", () => {
    expect(
      changes([section("system"), section("a")], [section("system"), section("a"), section("b")]),
    ).toEqual(["system same", "a same", "b added"]);
  });

  it("shows what is gone where it was", () => {
    const before = [section("system"), section("old"), section("a")];
    expect(changes(before, [section("system"), section("a"), section("b")])).toEqual([
      "system same",
      "old gone",
      "a same",
      "b added",
    ]);
    expect(changes([section("a"), section("last")], [section("a")])).toEqual(["a same", "last gone"]);
  });

  it("tells a changed text from a new one", () => {
    expect(changes([section("system", "one")], [section("system", "two")])).toEqual(["system changed"]);
  });
});

describe("foldUnchanged", () => {
  it("puts unchanged neighbours together and nothing else", () => {
    const before = ["system", "a", "b", "c"].map((key) => section(key));
    const after = ["system", "a", "new", "b", "c"].map((key) => section(key));
    const folded = foldUnchanged(comparePrompts(before, after));
    expect(folded.map((group) => group.map(({ key }) => key))).toEqual([
      ["system", "a"],
      ["new"],
      ["b", "c"],
    ]);
  });
});

describe("promptSections", () => {
  it("names each piece by who says it and in which turn, and keeps its text to the letter", () => {
    const log = new SessionLog();
    log.add("run-started", { message: "  Triage!  " });
    log.add("catalogue-injected", { text: "<available_skills>\n</available_skills>" });
    log.add("model-step", {
      response: {
        content: [
          { type: "tool-call", id: "c1", toolName: "activate_skill", input: { name: "x" }, tokens: 9 },
        ],
        finishReason: "tool-calls",
      },
    });
    const call = { id: "c1", toolName: "activate_skill", input: { name: "x" }, step: 1 };
    log.add("skill-activated", { call, result: "<skill_content/>" });
    const sections = promptSections(assemblePrompt(log.events), log.events);
    expect(sections.map(({ heading, text }) => [heading, text])).toEqual([
      ["system", "You are on call.\n\n<available_skills>\n</available_skills>"],
      ["user, turn 1", "  Triage!  "],
      ["assistant calls activate_skill, turn 1", '{\n  "name": "x"\n}'],
      ["tool result, activate_skill, turn 1", "<skill_content/>"],
    ]);
  });
});
