import { describe, expect, it } from "vitest";
import { aRunStarted, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { geminiCliDialect as dialect } from "./gemini-cli";

const packages = {
  notes: {
    "SKILL.md": "---\nname: notes\ndescription: Writes notes.\n---\n\n# Notes\n\nWith $ARGUMENTS.\n",
    "references/a.md": "one\ntwo\nthree\n",
  },
  other: { "SKILL.md": "---\nname: other\ndescription: Other.\n---\nOther.\n" },
};

async function begun(more: Record<string, string> = {}) {
  const given = { ...packages, notes: { ...packages.notes, ...more } };
  const opened = aSkillSession(given, { dialect });
  await opened.log.append({ type: "run-started", payload: aRunStarted("Write notes") });
  await opened.session.injectCatalogue();
  const activate = (name: string) => opened.call("activate_skill", { name });
  const read = (path: string, lines = {}) => opened.call("read_file", { file_path: path, ...lines });
  return { ...opened, activate, read };
}

const resultOf = (event: { payload: object }) => ("result" in event.payload ? event.payload.result : null);

describe("Gemini CLI", () => {
  it("gives the body between its tags and the files as a tree, and all of it again", async () => {
    const { activate } = await begun();
    const first = await activate("notes");
    expect(resultOf(first)).toMatch(
      /^<activated_skill name="notes">\n {2}<instructions>\n {4}# Notes\n\nWith \$ARGUMENTS\.\n {2}<\/instructions>\n\n/,
    );
    expect(resultOf(first)).toContain("\nskill://notes/\n├───SKILL.md\n└───references/\n    └───a.md\n");
    expect(await activate("notes")).toMatchObject({
      type: "skill-reactivated",
      payload: { reason: "repeated" },
    });
    expect(dialect.readActivation(String(resultOf(first)))).toEqual({
      name: "notes",
      body: "# Notes\n\nWith $ARGUMENTS.",
      resources: ["references/a.md"],
    });
  });

  it("reads files of activated skills alone", async () => {
    const { activate, read } = await begun();
    const before = await read("skill://notes/references/a.md");
    expect(before).toMatchObject({ type: "request-refused", payload: { rule: "not-active", isError: true } });
    expect(dialect.readError(String(resultOf(before)))).toContain(
      "Out of reach: skill://notes/references/a.md",
    );
    await activate("notes");
    expect(resultOf(await read("skill://notes/references/a.md"))).toBe("one\ntwo\nthree\n");
  });

  it("reads SKILL.md of an activated skill like any file, which activates nothing", async () => {
    const { activate, read } = await begun();
    expect(await read("skill://notes/SKILL.md")).toMatchObject({ payload: { rule: "not-active" } });
    await activate("notes");
    const event = await read("skill://notes/SKILL.md");
    expect(event.type).toBe("resource-read");
    expect(resultOf(event)).toBe(packages.notes["SKILL.md"]);
  });

  it("says of some lines which they are, of how many, and where to go on", async () => {
    const { activate, read } = await begun();
    await activate("notes");
    const part = await read("skill://notes/references/a.md", { start_line: 2, end_line: 2 });
    expect(resultOf(part)).toMatch(/^\n.*\nLines 2-2 of 4 .*\n.* 3\.\n\n--- .* ---\ntwo$/);
  });

  it("gives 2,000 lines at once, as long as their last one is not named, however many bytes they are", async () => {
    const numbered = (most: number) => Array.from({ length: most }, (_, at) => `${at + 1} ${"x".repeat(50)}`);
    const { activate, read } = await begun({
      "exact.md": `${numbered(1_999).join("\n")}\n`,
      "more.md": `${numbered(2_000).join("\n")}\n`,
      "long.md": numbered(2_500).join("\n"),
    });
    await activate("notes");
    expect(resultOf(await read("skill://notes/exact.md"))).toBe(`${numbered(1_999).join("\n")}\n`);
    const part = /^\n.*\nLines 1-2000 of 2001 .*\n.* 2001\.\n\n--- .* ---\n1 x+\n[\s\S]*\n2000 x+$/;
    expect(resultOf(await read("skill://notes/more.md"))).toMatch(part);
    expect(resultOf(await read("skill://notes/more.md", { end_line: 2_000 }))).toMatch(part);
    const rest = resultOf(await read("skill://notes/long.md", { start_line: 2_400 }));
    expect(rest).toMatch(/\nLines 2400-2500 of 2500 .*\n.* 2501\.\n\n--- .* ---\n2400 x+\n[\s\S]*\n2500 x+$/);
    const all = resultOf(await read("skill://notes/long.md", { end_line: 2_500 }));
    expect(all).toBe(numbered(2_500).join("\n"));
  });

  it("shortens a line of more than 2,000 characters, and says that the file is shown in part", async () => {
    const { activate, read } = await begun({ "line.md": `${"y".repeat(2_000)}\n${"z".repeat(2_001)}\nend` });
    await activate("notes");
    expect(resultOf(await read("skill://notes/line.md"))).toMatch(
      /^\n.*\nLines 1-3 of 3 .*\n.* 4\.\n\n--- .* ---\ny{2000}\nz{2000}\.\.\. \[truncated\]\nend$/,
    );
    const { read: readMore, activate: activateMore } = await begun({
      "emoji.md": `${"e".repeat(1_999)}😀😀`,
      "huge.json": "h".repeat(600_000),
    });
    await activateMore("notes");
    const emoji = resultOf(await readMore("skill://notes/emoji.md"));
    expect(emoji).toMatch(/\ne{1999}\.\.\. \[truncated\]$/);
    expect(emoji).toSatisfy((text: string) => text.isWellFormed());
    expect(resultOf(await readMore("skill://notes/huge.json"))).toMatch(/\nh{2000}\.\.\. \[truncated\]$/);
  });

  it("takes no other names than those there are, and no other fields", async () => {
    const { call, activate } = await begun();
    expect(await activate("note")).toMatchObject({ payload: { rule: "unknown-skill" } });
    const more = await call("activate_skill", { name: "notes", args: "x" });
    expect(more).toMatchObject({ payload: { rule: "invalid-arguments" } });
    const [tool] = dialect.tools([{ name: "notes", description: "" }], { presentation: "inline" });
    expect(tool?.inputSchema).toMatchObject({ properties: { name: { enum: ["notes"] } } });
  });

  it("lists by name, the last first, and leaves a skill's own brackets as they are", () => {
    const entry = dialect.catalogueEntry({
      name: "a",
      description: "Sets <b>bold</b> & </description><name>x",
    });
    expect(entry).toContain("Sets <b>bold</b> & &lt;/description>&lt;name>x</description>");
    expect(dialect.order).toBe("name-descending");
  });
});

it("gives the lines of a file ended alike, however they end in it", () => {
  const page = {
    name: "fix",
    path: "a.md",
    text: "One\r\nTwo\r\n",
    offset: 0,
    totalBytes: 10,
    nextOffset: null,
  };
  expect(dialect.resource(page).text).toBe("One\nTwo\n");
});
