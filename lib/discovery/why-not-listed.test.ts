import { describe, expect, it } from "vitest";
import { watchCpu } from "@/lib/testing/cpu-time";
import { type CarriedPackage, whyNotListed } from "./why-not-listed";

const document = (frontmatter: string) => `---\n${frontmatter}\n---\n\nDo it.\n`;
const good: CarriedPackage = {
  name: "notes",
  description: "Writes notes.",
  files: [{ path: "SKILL.md", size: 60 }],
  document: document("name: notes\ndescription: Writes notes."),
};
const why = (changes: Partial<CarriedPackage>) => whyNotListed({ ...good, ...changes });

describe("a package that clients install", () => {
  it.each<[string, Partial<CarriedPackage>]>([
    ["as it is usually written", {}],
    [
      "with line ends of Windows and a byte order mark",
      { document: `\uFEFF${good.document?.replace(/\n/g, "\r\n")}` },
    ],
    ["with nothing below its frontmatter", { document: "---\nname: notes\ndescription: Writes notes.\n---" }],
    [
      "with fields of single hosts",
      { document: document("name: n\ndescription: D\nmodel: fast\ntools: [Read]") },
    ],
    ["with a name of 64 characters", { name: "a".repeat(64) }],
    ["with a description of 1,024 units", { description: "d".repeat(1024) }],
    ["with 1,000 files", { files: Array.from({ length: 1000 }, (_, at) => ({ path: `${at}`, size: 1 })) }],
  ])("is listed %s", (_, changes) => {
    expect(why(changes)).toBeNull();
  });
});

describe("a package that clients would leave out in silence", () => {
  it.each(["Notes", "my_notes", "-notes", "notes-", "my--notes", "café", "", "a".repeat(65), "a b"])(
    "is named for its name: %s",
    (name) => {
      expect(why({ name })).toMatch(/^has a name that the index cannot carry/);
    },
  );

  it.each<[RegExp, Partial<CarriedPackage>]>([
    [/^has no description/, { description: "" }],
    [/^has a description of 1025 UTF-16 units; the index takes 1024$/, { description: "d".repeat(1025) }],
    // An emoji is two units to them.
    [/^has a description of 1026 UTF-16 units/, { description: "😀".repeat(513) }],
    [/^has 1001 files/, { files: Array.from({ length: 1001 }, (_, at) => ({ path: `${at}`, size: 1 })) }],
    [/^is larger than 50 MiB/, { files: [{ path: "a", size: 50 * 1024 * 1024 + 1 }] }],
    [/^has no SKILL\.md, in capitals/, { document: null }],
    [/find no frontmatter$/, { document: "Do it.\n" }],
    [/find no frontmatter$/, { document: "---\nname: notes\n" }],
    [/cannot read as YAML$/, { document: document("name: notes\ndescription: Use when: asked") }],
    [/cannot read as YAML$/, { document: document("name: notes\nname: notes\ndescription: D") }],
    [/cannot read as YAML$/, { document: document(`name: n\nx: ${"[".repeat(60)}`) }],
    [/^has a name that clients do not read as text$/, { document: document("name: 123\ndescription: D") }],
    [/^has a description that clients/, { document: document("name: notes\ndescription: [a, b]") }],
    [/^has a description that clients/, { document: document("name: notes\ndescription:") }],
    [/^has a name that clients/, { document: document("just text") }],
    [/^has a name that clients/, { document: document("- a list") }],
  ])("is told as: %s", (expected, changes) => {
    expect(why(changes)).toMatch(expected);
  });

  it("takes no time for a frontmatter made to take it", () => {
    const spentMs = watchCpu();
    const aliases = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`);
    expect(why({ document: document(["l0: &l0 [x]", ...aliases].join("\n")) })).not.toBeNull();
    expect(why({ document: document("- \n".repeat(300_000)) })).not.toBeNull();
    expect(spentMs()).toBeLessThan(1_000);
  });
});
