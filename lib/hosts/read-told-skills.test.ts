import { describe, expect, it } from "vitest";
import type { HostMessage } from "./host-traffic";
import { bareName, readToldSkills } from "./read-told-skills";

const message = (text: string, role: HostMessage["role"] = "user"): HostMessage => ({
  role,
  place: role === "system" ? "system-prompt" : "first-message",
  parts: [{ kind: "text", text }],
});
const read = (...messages: HostMessage[]) => readToldSkills({ messages });
const skillsOf = (text: string) => read(message(text))?.skills;

describe("a list of skills", () => {
  it("is read from lines below a heading that speaks of skills", () => {
    const text =
      "Hello.\n\nThese skills are there:\n\n- notes: Writes &lt;b&gt;: all.\n- plugin:triage\n\nBye.";
    expect(read(message(text))).toEqual({
      place: "first-message",
      text: "These skills are there:\n\n- notes: Writes &lt;b&gt;: all.\n- plugin:triage",
      skills: [
        { name: "notes", description: "Writes <b>: all.", directory: null },
        { name: "plugin:triage", description: "", directory: null },
      ],
    });
  });

  it("is read from elements, with where each lies", () => {
    const one = (name: string, rest: string) => `<skill>\n<name>${name}</name>\n${rest}</skill>`;
    const text = `<available_skills>\n${one("notes", "<description>A &amp; b</description><location>/x/notes/SKILL.md</location>")}${one("bare", "")}<skill></skill>\n</available_skills>`;
    expect(skillsOf(text)).toEqual([
      { name: "notes", description: "A & b", directory: "/x/notes" },
      { name: "bare", description: "", directory: null },
    ]);
  });

  it("is read from files below roots, and only from lines that name one", () => {
    const text = [
      "- `r0` = `/home/skills`",
      "### Available skills",
      "- notes: Writes (well). (file: r0/notes/SKILL.md)",
      "- own: (file: /etc/own/SKILL.md)",
      "- other: r9. (file: r9/other/SKILL.md)\r",
      "- broken: none",
      "- (file: x)",
      "</skills_instructions>",
    ].join("\n");
    expect(skillsOf(text)).toEqual([
      { name: "notes", description: "Writes (well).", directory: "/home/skills/notes" },
      { name: "own", description: "", directory: "/etc/own" },
      { name: "other", description: "r9.", directory: "r9/other" },
    ]);
  });

  it("is looked for before the model has said anything", () => {
    const list = message("These skills are there:\n\n- notes: Writes.");
    expect(read(message("You.", "system"), list)?.skills).toHaveLength(1);
    expect(read(message("Done.", "assistant"), list)).toBeNull();
    expect(read({ role: "user", place: "first-message", parts: [{ kind: "data" }] })).toBeNull();
  });

  it.each([
    "",
    "Skills:\n- notes: without a blank line",
    "My tools:\n\n- notes: of no skills",
    "<available_skills>",
    "<available_skills></available_skills>",
    "### Available skills\n",
  ])("is not there: %j", (text) => {
    expect(read(message(text))).toBeNull();
  });
});

it("leaves the plugin out of a name", () => {
  expect(["notes", "plugin:notes", "a:b:notes"].map(bareName)).toEqual(["notes", "notes", "notes"]);
});
