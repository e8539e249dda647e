import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCatalogue } from "@/lib/runtime/build-catalogue";
import { aRunStarted, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { codexDialect as dialect } from "./codex";
import { readCommandOutput } from "./command-output";

const document =
  "---\nname: notes\ndescription: Writes notes.\n---\n\n# Notes\n\nSee [a](references/a.md).\n";
const packages = {
  notes: { "SKILL.md": document, "references/a.md": "one\ntwo\nthree\n", "b.bin": new Uint8Array(9) },
};

async function begun() {
  const opened = aSkillSession(packages, { dialect });
  await opened.log.append({ type: "run-started", payload: aRunStarted("Write notes") });
  await opened.session.injectCatalogue();
  return { ...opened, run: (cmd: string) => opened.call("exec_command", { cmd }) };
}

describe("Codex", () => {
  it("gives SKILL.md whole, and whole again", async () => {
    const { run } = await begun();
    const first = await run("cat skill://notes/SKILL.md");
    if (first.type !== "skill-activated") throw new Error(first.type);
    expect(readCommandOutput(first.payload.result)).toEqual({ output: document, code: 0 });
    const again = await run("sed -n '1,200p' skill://notes/SKILL.md");
    expect(again).toMatchObject({ type: "skill-reactivated", payload: { reason: "repeated" } });
  });

  it("gives some lines of a file as they are", async () => {
    const { run } = await begun();
    const event = await run("sed -n '2,3p' skill://notes/references/a.md");
    if (event.type !== "resource-read") throw new Error(event.type);
    expect(readCommandOutput(event.payload.result)?.output).toBe("two\nthree\n");
  });

  it.each(["cat skill://notes/absent.md", "cat skill://nobody/SKILL.md", "cat skill://notes/references"])(
    "ends with code 1: %s",
    async (command) => {
      const event = await (await begun()).run(command);
      if (event.type !== "request-refused" && event.type !== "tool-called") throw new Error(event.type);
      const output = readCommandOutput(event.payload.result);
      expect(output?.code).toBe(1);
      expect(output?.output).toContain(command.slice("cat ".length));
      expect(dialect.readError(event.payload.result)).toContain(command.slice("cat ".length));
    },
  );

  it.each(["cat skill://notes/SKILL.md && rm -rf /", "cat /etc/passwd", "cat references/a.md"])(
    "runs nothing: another command has no answer without a stub or a person: %s",
    async (command) => {
      const event = await (await begun()).run(command);
      expect(event).toMatchObject({ type: "request-refused", payload: { rule: "unanswered" } });
    },
  );

  it("gives several files as one answer, which names them, and the rest of SKILL.md as a file", async () => {
    const { run } = await begun();
    const both = await run(
      "cat skill://notes/references/a.md skill://notes/absent.md; head -n 1 skill://notes/b.bin",
    );
    if (both.type !== "tool-called") throw new Error(both.type);
    expect(both.payload).toMatchObject({ answeredBy: "runtime", skill: null });
    expect(both.payload.reads?.map(({ path }) => path)).toEqual(["references/a.md", "b.bin"]);
    expect(readCommandOutput(both.payload.result)?.output).toBe(
      "one\ntwo\nthree\ncat: skill://notes/absent.md: there is no such file\n" +
        "skill://notes/b.bin is no text: application/octet-stream, 9 bytes.\n",
    );
    const rest = await run("sed -n '7,$p' skill://notes/SKILL.md");
    expect(rest).toMatchObject({ type: "resource-read", payload: { path: "SKILL.md", nextOffset: null } });
    expect(await run("ls skill:/")).toMatchObject({ type: "tool-called" });
  });

  it("loads a skill by a command that shows all of SKILL.md, whatever else it shows", async () => {
    const { run } = await begun();
    const event = await run("cd skill://notes && ls && cat SKILL.md | head -n 200");
    if (event.type !== "skill-activated") throw new Error(event.type);
    expect(readCommandOutput(event.payload.result)?.output).toBe(`SKILL.md\nb.bin\nreferences\n${document}`);
    expect(await run("cat skill://notes/SKILL.md")).toMatchObject({ payload: { reason: "repeated" } });
    expect(await run("head -n 3 skill://notes/SKILL.md")).toMatchObject({ type: "resource-read" });
  });

  it("takes a long beginning of SKILL.md for the skill, and gives that part alone", async () => {
    const long = `${document}${"a line\n".repeat(200)}`;
    const opened = aSkillSession({ notes: { "SKILL.md": long } }, { dialect });
    await opened.session.injectCatalogue();
    const event = await opened.call("exec_command", { cmd: "sed -n '1,120p' skill://notes/SKILL.md" });
    if (event.type !== "skill-activated") throw new Error(event.type);
    expect(readCommandOutput(event.payload.result)?.output.split("\n")).toHaveLength(121);
  });

  it("cuts the middle out of a long output, also when the call asks for less", async () => {
    const big = `# Big\n${"word ".repeat(20_000)}`;
    const opened = aSkillSession({ notes: { "SKILL.md": document, "big.md": big } }, { dialect });
    await opened.session.injectCatalogue();
    const whole = await opened.call("exec_command", { cmd: "cat skill://notes/big.md" });
    const text = whole.type === "resource-read" ? whole.payload.result : "";
    expect(text).toContain(
      "Tokens before cutting: 25002\nOutput:\nCut: 25002 tokens in all\nLines in all: 2\n\n# Big\n",
    );
    expect(text).toContain("…15002 tokens taken out…");
    const little = await opened.call("exec_command", {
      cmd: "cat skill://notes/big.md",
      max_output_tokens: 4,
    });
    expect(little.type === "resource-read" && readCommandOutput(little.payload.result)?.output).toBe(
      "# Big\nwo…24998 tokens taken out…rd word ",
    );
  });

  it("hides files that may hold secrets, and never shows them", async () => {
    const opened = aSkillSession({ notes: { "SKILL.md": document, ".env": "KEY=1" } }, { dialect });
    await opened.session.injectCatalogue();
    const run = (cmd: string) => opened.call("exec_command", { cmd });
    expect(await run("cat skill://notes/.env")).toMatchObject({ payload: { rule: "secret-file" } });
    const listed = await run("ls -a skill://notes && find skill://notes && cat skill://notes/./.env");
    expect(JSON.stringify(listed.payload)).not.toMatch(/KEY=1|\.env(?!: there is no|")/);
    expect(opened.source.reads).toEqual([]);
  });

  it("reads back what it gave: name, body and the files it links to", () => {
    const lines = fc.array(fc.stringMatching(/^[A-Za-z<>&$#` ]{0,20}$/), { maxLength: 5 });
    fc.assert(
      fc.property(lines, (body) => {
        const written = `---\nname: notes\ndescription: Writes notes.\n---\n\n# X\n${body.join("\n")}`;
        const input = { name: "notes", description: "", body: "", frontmatter: new Map() };
        const { text } = dialect.activation({
          ...input,
          document: written,
          arguments: "",
          resources: [],
          unlisted: 0,
        });
        expect(dialect.readActivation(text)).toMatchObject({
          name: "notes",
          body: `# X\n${body.join("\n")}`.trim(),
        });
      }),
    );
    expect(dialect.readActivation("---\nname: x\ndescription: y\n---\n")).toBeNull();
  });
});

describe("Codex's list", () => {
  const skills = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => ({
      skillId: String(at),
      name: `skill-${String(at).padStart(3, "0")}`,
      description: "d".repeat(length),
      priority: count - at,
    }));
  const list = (count: number, length: number, window = 272_000) =>
    buildCatalogue({
      dialect,
      skills: skills(count, length),
      budgetCharacters: dialect.budgetCharacters(window),
    });

  it("is by name, whatever the priority, each with its file", () => {
    expect(list(2, 5).text).toContain(
      "\n- skill-000: ddddd (file: r0/skill-000/SKILL.md)\n- skill-001: ddddd (file: r0/skill-001/SKILL.md)\n",
    );
  });

  it("cuts all to about the same length over 2 % of the window, and keeps every name", () => {
    const { truncated, omitted } = list(200, 600);
    expect(truncated).toHaveLength(200);
    const kept = truncated.map(({ keptCharacters }) => keptCharacters);
    expect(Math.max(...kept) - Math.min(...kept)).toBeLessThanOrEqual(4);
    expect(omitted).toEqual([]);
  });

  it("leaves out the last names where not even these fit", () => {
    const { omitted } = list(200, 600, 60_000);
    expect(omitted.length).toBeGreaterThan(50);
    expect(omitted.at(-1)?.name).toBe("skill-199");
  });

  it("shows 1,024 characters of a description, the last three as dots", () => {
    const { listed } = list(1, 1_300);
    expect(listed[0]?.description).toBe(`${"d".repeat(1_021)}...`);
  });
});
