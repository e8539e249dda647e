import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCatalogue } from "@/lib/runtime/build-catalogue";
import { dialects } from "./find-dialect";
import { readCatalogue } from "./read-catalogue";

const inline = dialects.filter(({ modes }) => modes.includes("inline"));

describe.each(inline.map((dialect) => [dialect.id, dialect] as const))("%s", (_id, dialect) => {
  const told = (skills: readonly { name: string; description: string }[], budgetCharacters: number) => {
    const rows = skills.map((skill, at) => ({ ...skill, skillId: `${at}`, priority: at + 1 }));
    const { text, listed } = buildCatalogue({ dialect, skills: rows, budgetCharacters });
    const tools = dialect.tools(dialect.placement === "tool-descriptions" ? listed : skills, {
      presentation: "inline",
    });
    const asked = dialect.skillList({ entries: listed, total: 0, nextCursor: null, query: null });
    const read = readCatalogue(
      dialect.listsOnRequest ? { text: asked, tools: [] } : { text, tools },
      skills.map(({ name }) => name),
    );
    return { listed: listed.map(({ name, description }) => ({ name, description })), read };
  };
  const words = fc.stringMatching(/^[A-Z][a-z <>&'"]{20,90}[a-z]$/).map((text) => text.replace(/\s+/g, " "));
  const skills = fc.uniqueArray(
    fc.record({ name: fc.stringMatching(/^[a-z]{2,8}(-[a-z]{2,8})?$/), description: words }),
    { minLength: 1, maxLength: 8, selector: ({ name }) => name },
  );

  it("reads back which skills a catalogue told, and as what, whole or cut", () => {
    fc.assert(
      fc.property(skills, fc.integer({ min: 300, max: 4_000 }), (some, budget) => {
        const { listed, read } = told(some, budget);
        expect(read.map(({ name }) => name)).toEqual(listed.map(({ name }) => name));
      }),
    );
    const plain = [
      { name: "cycle-count", description: "Counts bins with a scanner & says which are due." },
      { name: "csv-cleanup", description: "Cleans a file. Use for exports <of any kind>." },
    ];
    const { listed, read } = told(plain, 16_000);
    expect(read).toEqual(listed);
  });
});

it("reads nothing where nothing is listed", () => {
  const standard = dialects.find(({ id }) => id === "standard");
  const text = standard?.searchNotice(90) ?? "";
  const tools = standard?.tools([{ name: "a", description: "b" }], { presentation: "search" }) ?? [];
  expect(readCatalogue({ text, tools }, ["a"])).toEqual([]);
});
