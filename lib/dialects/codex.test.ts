import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCatalogue } from "@/lib/runtime/build-catalogue";
import { aRunStarted, aSkillSession } from "@/lib/testing/skill-sessions";
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

  it.each(["cat skill://notes/absent.md", "cat skill://nobody/SKILL.md", "cat /etc/passwd"])(
    "ends with code 1: %s",
    async (command) => {
      const event = await (await begun()).run(command);
      if (event.type !== "request-refused") throw new Error(event.type);
      const output = readCommandOutput(event.payload.result);
      expect(output?.code).toBe(1);
      expect(output?.output).toContain(command.slice("cat ".length));
      expect(dialect.readError(event.payload.result)).toContain(command.slice("cat ".length));
    },
  );

  it("runs nothing: another command has no answer without a stub or a person", async () => {
    const event = await (await begun()).run("cat skill://notes/SKILL.md && rm -rf /");
    expect(event).toMatchObject({ type: "request-refused", payload: { rule: "unanswered" } });
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
