import { expect, test } from "vitest";
import { hostNotes } from "./host-notes";

const encoder = new TextEncoder();
const notesOf = (frontmatter: string) => {
  const bytes = encoder.encode(`---\n${frontmatter}\n---\n\n# Task\n`);
  return hostNotes({ name: "helper", files: [{ path: "SKILL.md", size: bytes.length, bytes }] });
};

test("a skill that every host loads has none", () => {
  expect(notesOf("name: helper\ndescription: Helps.")).toEqual([]);
});

test("hosts that refuse it for one reason share a note, with place and what to do", () => {
  const notes = notesOf("name: helper\ndescription: Helps.\nallowed-tools: [Read]\ntools: Read");
  expect(notes).toEqual([
    {
      rule: "host-refuses",
      path: "SKILL.md",
      message:
        "Orion does not load it (SKILL.md, line 5). `tools` is text and no list. Write `tools` as a list, each entry with a name and a description.",
    },
    {
      rule: "host-refuses",
      path: "SKILL.md",
      message: expect.stringMatching(
        /^ADK .* and ADK .* do not load it \(SKILL\.md, line 4\)\. `allowed-tools` is a list; the host takes text\./,
      ),
    },
  ]);
});
