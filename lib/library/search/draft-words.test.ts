import { describe, expect, it } from "vitest";
import { searchedWords } from "@/lib/aside/searched-words";
import { leastAside } from "@/lib/aside/work-aside";
import { countTerms } from "@/lib/runtime/search-terms";
import { triggerEvalPath } from "@/lib/suites/suite";
import { countPackageTerms, findDraftWords, listSearchedWords } from "./draft-words";
import { recalledStems } from "./recalled-stems";

const bodies = [
  ["short", "Drafts the release notes.\n"],
  ["long", "Größe naïve release notes 東京 ".repeat(Math.ceil(leastAside / 20))],
  ["long without a break", "ghp_".repeat(leastAside)],
] as const;

describe("the words of a draft", () => {
  it.each(bodies)("are the same wherever they are found: %s", async (_, body) => {
    const skill = { description: "Writes release notes.", body };
    const terms = countTerms({ name: "notes", ...skill, triggers: ["changelog please"] });
    const words = await listSearchedWords(skill, terms);
    expect(words).toEqual([...searchedWords(skill), ...recalledStems(terms)]);
    expect(words).toContain("=changelog");
  });

  it("hand over nothing but the two texts", async () => {
    const [, [, body]] = bodies;
    const parsed = {
      description: "Writes.",
      body,
      frontmatter: { fold: () => "a function cannot be handed over" },
    };
    const terms = countTerms({ name: "notes", description: "Writes." });
    expect(await listSearchedWords(parsed, terms)).toContain("release");
  });

  it.each(bodies)("are counted the same wherever they are counted: %s", async (_, body) => {
    const text = {
      name: "release-notes",
      description: "Writes release notes.",
      body,
      triggers: ["write notes"],
    };
    expect(await countPackageTerms(text)).toEqual(countTerms(text));
  });

  it("are counted where many messages lead to the skill", async () => {
    const triggers = Array.from({ length: 500 }, (_, at) =>
      `${at} write the notes of the release for customers`.repeat(5),
    );
    const text = { name: "release-notes", description: "Writes.", triggers };
    expect(await countPackageTerms(text)).toEqual(countTerms(text));
  });
});

describe("what is found before a transaction", () => {
  const skill = { description: "Writes release notes.", body: "Write.\n" };
  const hash = "a".repeat(64);
  const loading = (text: string) => async (hashes: readonly string[]) =>
    new Map(hashes.map((sha256) => [sha256, new TextEncoder().encode(text)]));

  it("has the messages that lead to the skill, where its package says them", async () => {
    const queries = JSON.stringify([
      { query: "changelog please", should_trigger: true },
      { query: "weather", should_trigger: false },
    ]);
    const files = [{ path: triggerEvalPath, sha256: hash }];
    const words = await findDraftWords({ name: "notes", skill, files }, loading(queries));
    expect([...words.terms.counts.triggers.keys()]).toEqual(["changelog"]);
    expect(words.searched).toEqual([...searchedWords(skill), ...recalledStems(words.terms)]);
  });

  it("has them however the file is written, and none that lead to a sibling", async () => {
    const suite = JSON.stringify({
      should_trigger: ["changelog please"],
      should_not_trigger: [{ query: "weather", expected_skill: "forecast" }],
    });
    const files = [{ path: triggerEvalPath, sha256: hash }];
    const words = await findDraftWords({ name: "notes", skill, files }, loading(suite));
    expect([...words.terms.counts.triggers.keys()]).toEqual(["changelog"]);
  });

  it.each([
    ["no JSON", "{"],
    ["another list", "[1]"],
    ["no text", "\0"],
    ["too large", `[{"query":"${"x ".repeat(300_000)}","should_trigger":true}]`],
  ])("has none where that file is %s", async (_, text) => {
    const files = [{ path: triggerEvalPath, sha256: hash }];
    const words = await findDraftWords({ name: "notes", skill, files }, loading(text));
    expect(words.terms.lengths.triggers).toBe(0);
  });

  it("loads nothing where there is no such file", async () => {
    const load = async () => expect.unreachable();
    const words = await findDraftWords({ name: "notes", skill, files: [] }, load);
    expect(words.terms.lengths.name).toBe(1);
  });
});
