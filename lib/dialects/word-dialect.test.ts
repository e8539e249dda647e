import { describe, expect, it } from "vitest";
import type { ActivationInput } from "@/lib/runtime/dialect";
import { claudeCodeDialect } from "./claude-code";
import { codexDialect } from "./codex";
import { geminiCliDialect } from "./gemini-cli";
import { readCatalogue } from "./read-catalogue";
import { wordDialect } from "./word-dialect";
import type { Wording } from "./wording";

const none: Wording = { lists: [], tools: [], lines: [] };
const worded = (dialect: typeof claudeCodeDialect, wording: Partial<Wording>) =>
  wordDialect(dialect, { wording: { ...none, ...wording }, digest: "d" });

const activation = (body: string): ActivationInput => ({
  name: "notes",
  description: "Writes.",
  body,
  document: `---\nname: notes\n---\n${body}`,
  frontmatter: new Map(),
  arguments: "",
  resources: ["references/a.md"],
  unlisted: 0,
});

const claude = worded(claudeCodeDialect, {
  lists: [
    {
      before: { from: ["Skills that the tool Skill loads:\n\n"], to: ["These are the skills:\n\n"] },
      after: { from: [""], to: ["\n\nAsk for one."] },
    },
  ],
  tools: [
    {
      tool: "Skill",
      field: null,
      to: "Runs a skill.",
      from: "Loads a skill into the conversation. Call it before doing what the skill describes.",
    },
    {
      tool: "Skill",
      field: "args",
      from: "What the skill should work on, if it takes that.",
      to: "Arguments",
    },
    { tool: "Read", field: null, from: "Of another release.", to: "Never" },
  ],
  lines: [
    { from: ["Loaded skill: ", ""], to: ["Launching ", "!"] },
    { from: ["", "No such skill: ", "", ""], to: ["", "Unknown: ", "", ""] },
    {
      from: ["There is no such file. Paths begin with a skill's base directory."],
      to: ["File does not exist."],
    },
  ],
});
const entries = [{ name: "notes", description: "Writes." }];

describe("a dialect in its host's own sentences", () => {
  it("says of the list what the host says, in its frame and without it", () => {
    const lines = entries.map((entry) => claude.catalogueEntry(entry));
    expect(claude.catalogue(lines, 0, "first-message")).toBe(
      "<system-reminder>\nThese are the skills:\n\n- notes: Writes.\n\nAsk for one.\n</system-reminder>",
    );
    expect(claude.catalogue(lines, 0, "after-first-message")).toBe(
      "These are the skills:\n\n- notes: Writes.\n\nAsk for one.",
    );
    expect(claude.catalogue([], 0, "first-message")).toBe("");
  });

  it("describes tools and their fields as the host does, and only those that are still the same", () => {
    const [skill, read] = claude.tools(entries, { presentation: "inline" });
    const [, ownRead] = claudeCodeDialect.tools(entries, { presentation: "inline" });
    expect(skill?.description).toBe("Runs a skill.");
    expect(skill?.inputSchema).toMatchObject({
      properties: { skill: { type: "string" }, args: { description: "Arguments" } },
    });
    expect(read).toEqual(ownRead);
  });

  it("puts names where the host has them, whatever they are", () => {
    expect(claude.launched?.({ name: "notes" })).toBe("Launching notes!");
    expect(claude.launched?.({ name: "$& {0} notes" })).toBe("Launching $& {0} notes!");
    const error = { rule: "unknown-resource", message: "", skillName: "notes", path: "a.md" } as const;
    expect(claude.error(error)).toBe("File does not exist.");
    expect(claude.alreadyActive?.({ name: "notes", turn: 1 })).toBe(
      claudeCodeDialect.alreadyActive?.({ name: "notes", turn: 1 }),
    );
  });

  it("leaves what a skill brings as it is, though it says the very same", () => {
    const body = "Loaded skill: notes\nThere is no such file. Paths begin with a skill's base directory.";
    expect(claude.activation(activation(body))).toEqual(claudeCodeDialect.activation(activation(body)));
    const page = { name: "notes", path: "a.md", text: body, offset: 0, totalBytes: 9, nextOffset: null };
    expect(claude.resource(page)).toEqual(claudeCodeDialect.resource(page));
  });

  it("is read by the dialect's words again", () => {
    const list = claude.catalogue(["- notes: Writes."], 0, "first-message");
    expect(claude.wording?.undo(list)).toBe(
      claudeCodeDialect.catalogue(["- notes: Writes."], 0, "first-message"),
    );
    expect(claude.wording?.undo("Launching notes!\nMore")).toBe("Loaded skill: notes\nMore");
    expect(claude.readError("File does not exist.")).toBe(
      claudeCodeDialect.readError("There is no such file. Paths begin with a skill's base directory."),
    );
    expect(claude.wording?.undo("Nothing of it.")).toBe("Nothing of it.");
  });
});

it("names skills to who reads a catalogue of other words than ours", () => {
  const list = claude.catalogue(["- notes: Writes &lt;b&gt;."], 0, "first-message");
  const codex = "They are:\n- notes: Writes. (file: r0/notes/SKILL.md)\n- own: Of the host.\nRead them.";
  expect(readCatalogue({ text: list, tools: [] }, ["notes"])).toEqual([
    { name: "notes", description: "Writes <b>." },
  ]);
  expect(readCatalogue({ text: codex, tools: [] }, ["notes"])).toEqual([
    { name: "notes", description: "Writes." },
  ]);
});

describe("what stands around a skill's text", () => {
  const lines = [
    { from: ["Run: ", ""], to: ["Chunk ID: ", ""] },
    { from: ["Took: ", " seconds"], to: ["Wall time: ", " seconds"] },
    { from: ["Ended with code ", ""], to: ["Process exited with code ", ""] },
  ];
  const codex = worded(codexDialect, { lines });

  it("is the host's around a command's output, and the output is the file's", () => {
    const output = "Run: 000000\nTook: 3 seconds\nEnded with code 1";
    const { text } = codex.shell?.render({ output, code: 0, mostTokens: 4, hasMoved: false }) ?? { text: "" };
    expect(text).toMatch(/^Chunk ID: 000000\nWall time: 0\.0000 seconds\nProcess exited with code 0\n/);
    const whole = codex.shell?.render({
      output: "Took: 3 seconds",
      code: 0,
      mostTokens: 900,
      hasMoved: false,
    }).text;
    expect(whole).toMatch(/Output:\nTook: 3 seconds$/);
  });

  it("is the host's before and behind the instructions, and these are read back", () => {
    const gemini = worded(geminiCliDialect, {
      lines: [{ from: ["    ", "Files and folders, at most ", "."].slice(1), to: ["Up to ", " items:"] }],
    });
    const own = geminiCliDialect.activation(activation("# Notes")).text;
    const { text } = gemini.activation(activation("# Notes"));
    expect(gemini.readActivation(text)).toEqual(geminiCliDialect.readActivation(own));
    expect(gemini.readActivation(text)?.body).toBe("# Notes");
  });
});

describe("a very long text with very many wordings", () => {
  const lines = Array.from({ length: 300 }, (_, at) => ({
    from: [`Own ${at}: `, ""],
    to: [`Line ${at} of the host says `, "."],
  }));
  const host = worded(claudeCodeDialect, { lines: [...lines, { from: ["", "!"], to: ["", "?"] }] });
  const undo = (text: string) => host.wording?.undo(text);

  it("is read at once", () => {
    const text = "Line 29 of the hosts\n".repeat(50_000);
    const began = performance.now();
    expect(undo(text)).toBe(text);
    expect(performance.now() - began).toBeLessThan(200);
  });

  it("is read in the host's words at both ends, and what is between them stays to the byte", () => {
    const body = `${"Line 1 of the host says no.\n".repeat(10_000)}end`;
    const read = undo(`Line 7 of the host says a.\n${body}\nReady?`) ?? "";
    expect(read.startsWith("Own 7: a\nOwn 1: no\n")).toBe(true);
    expect(read.endsWith("\nend\nReady!")).toBe(true);
    expect(read).toContain("Line 1 of the host says no.\nLine 1 of the host says no.\n");
    expect(read.split("\n")).toHaveLength(10_003);
  });

  it("may be a single line, or end in one", () => {
    const long = "x".repeat(200_000);
    for (const text of [long, `a\n${long}`, `${long}\na`]) expect(undo(text) === text).toBe(true);
    expect(undo(`Ready?\n${long}`)).toBe(`Ready!\n${long}`);
    expect(undo(`${long}\nReady?`)).toBe(`${long}\nReady!`);
  });
});
