import { describe, expect, it } from "vitest";
import { readShell } from "@/lib/dialects/read-shell";
import { aSkillRef } from "@/lib/testing/sessions/session-log";
import { aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { answerShell } from "./answer-shell";
import type { ShellPick } from "./shell-step";
import { matchesName, pickText } from "./shell-text";

const files = {
  "SKILL.md": "---\nname: a\n---\nBody\n",
  "references/one.md": "one\n\nthree words here\n",
  "references/deep/two.md": "no newline",
  "logo.png": new Uint8Array([137, 0, 10, 255]),
  ".hidden": "h\n",
  ".env": "KEY=1",
};

async function run(
  line: string,
  packages: Parameters<typeof aSkillSession>[0] = { a: files, b: { "SKILL.md": "B\n" } },
) {
  const { setup } = aSkillSession(packages);
  const skills = new Map(Object.keys(packages).map((name) => [name, aSkillRef({ name })]));
  const steps = readShell(line.replaceAll("@", "skill://"), null);
  if (!steps) throw new Error(`not read: ${line}`);
  const answer = await answerShell(setup, steps, skills);
  if (!answer) throw new Error("too large");
  return { ...answer, output: answer.output.replaceAll("skill://", "@") };
}

describe("what commands write", () => {
  it.each([
    ["cat @a/references/one.md @b/SKILL.md", "one\n\nthree words here\nB\n"],
    ["cat -n @a/references/one.md", "     1\tone\n     2\t\n     3\tthree words here\n"],
    ["nl @a/references/one.md", "     1\tone\n       \n     2\tthree words here\n"],
    [
      "head -n 1 @a/references/one.md @b/SKILL.md",
      "==> @a/references/one.md <==\none\n\n==> @b/SKILL.md <==\nB\n",
    ],
    ["tail -n 1 @a/references/one.md", "three words here\n"],
    ["tail -n 0 @b/SKILL.md", ""],
    ["head -c 2 @a/references/one.md", "on"],
    ["sed -n '3,9p' @a/references/one.md", "three words here\n"],
    ["cat @a/references/one.md | head -n 3 | tail -n 1 | wc -w", "3\n"],
    ["wc @a/references/one.md", " 3  4 22 @a/references/one.md\n"],
    ["wc -l @a/references/one.md @b/SKILL.md", " 3 @a/references/one.md\n 1 @b/SKILL.md\n 4 total\n"],
    ["wc -c @a/logo.png", "4 @a/logo.png\n"],
    ["cat @b/SKILL.md | wc", "      1       1       2\n"],
    ["cat @a/logo.png", "@a/logo.png is no text: image/png, 4 bytes.\n"],
    ["ls @a", "SKILL.md\nlogo.png\nreferences\n"],
    ["ls -ap @a", "./\n../\n.hidden\nSKILL.md\nlogo.png\nreferences/\n"],
    ["ls -A @a/references", "deep\none.md\n"],
    ["ls @a/SKILL.md @b", "@a/SKILL.md\n\n@b:\nSKILL.md\n"],
    ["ls -R @a/references", "@a/references:\ndeep\none.md\n\n@a/references/deep:\ntwo.md\n"],
    ["ls skill:/", "a\nb\n"],
    ["find @a -type f -name '*.md'", "@a/SKILL.md\n@a/references/deep/two.md\n@a/references/one.md\n"],
    ["find @a -type d", "@a\n@a/references\n@a/references/deep\n"],
    ["find @a/ -maxdepth 1", "@a/\n@a/.hidden\n@a/SKILL.md\n@a/logo.png\n@a/references\n"],
    ["rg --files @a", "@a/SKILL.md\n@a/logo.png\n@a/references/deep/two.md\n@a/references/one.md\n"],
    ["cd @a/references && cat deep/two.md && echo && ls", "no newline\ndeep\none.md\n"],
  ])("%s", async (line, output) => {
    expect(await run(line)).toMatchObject({ output, code: 0, missed: [] });
  });

  it.each([
    ["cat @a/none.md", 1, "cat: @a/none.md: there is no such file\n"],
    ["cat @nobody/SKILL.md", 1, "cat: @nobody/SKILL.md: there is no such file\n"],
    ["cat @a/references", 1, "cat: @a/references: it is a folder\n"],
    ["ls @a/none", 2, "ls: cannot look at '@a/none': there is no such file\n"],
    ["sed -n '1p' @a/none", 2, "sed: @a/none: there is no such file\n"],
    ["cat @a/.env", 1, "cat: @a/.env: there is no such file\n"],
    ["cd @a/none && ls @a", 1, "cd: @a/none: there is no such file\n"],
    ["cat @a/none 2>/dev/null", 1, ""],
    ["cat @a/none | head -n 1", 0, "cat: @a/none: there is no such file\n"],
    ["cat @a/none || cat @b/SKILL.md", 0, "cat: @a/none: there is no such file\nB\n"],
    ["cat @b/SKILL.md || cat @a/none && echo x", 0, "B\nx\n"],
    ["cat @a/none && cat @b/SKILL.md | wc -l; echo x", 0, "cat: @a/none: there is no such file\nx\n"],
    ["cat @b/SKILL.md; cat @a/none; true", 0, "B\ncat: @a/none: there is no such file\n"],
  ])("%s ends with code %i", async (line, code, output) => {
    expect(await run(line)).toMatchObject({ code, output });
  });

  it("name every file that was shown and every one that is not there", async () => {
    const { shown, missed } = await run(
      "cat @a/SKILL.md @a/none; tail -n 1 @a/references/one.md; wc @b/SKILL.md",
    );
    expect(shown.map(({ path, shown: part }) => [path, part])).toEqual([
      ["SKILL.md", files["SKILL.md"]],
      ["references/one.md", "three words here\n"],
    ]);
    expect(missed).toMatchObject([{ name: "a", path: "none" }]);
    expect((await run("cat @a/SKILL.md | head -n 2")).shown[0]?.shown).toBe("---\nname: a\n");
  });

  it("come to an end: a line that reads more than 8 MiB is not answered", async () => {
    const { setup } = aSkillSession({ a: { "big.txt": "x".repeat(3_000_000) } });
    const steps = readShell(`cat ${"skill://a/big.txt ".repeat(500)}`, null);
    expect(await answerShell(setup, steps ?? [], new Map([["a", aSkillRef({ name: "a" })]]))).toBeNull();
  });

  const asks = async (packages: Parameters<typeof aSkillSession>[0], line: string) => {
    const { setup } = aSkillSession(packages);
    const steps = readShell(line, null) ?? [];
    expect(steps).not.toHaveLength(0);
    return await answerShell(setup, steps, new Map([["a", aSkillRef({ name: "a" })]]));
  };

  it.each([
    ["numbers before numbers", `cat skill://a/lines.txt${" | nl -ba".repeat(19)}`],
    ["one file again and again", "cat skill://a/lines.txt; ".repeat(20)],
    ["a list of everything for each name", `find ${"skill://a ".repeat(1_000)}`],
    ["folders below folders", `ls -R ${"skill://a ".repeat(1_000)}`],
    ["errors", `cat ${`skill://a/${"x".repeat(9_000)} `.repeat(1_000)}`],
  ])("come to an end: a line that writes more than 8 MiB is not answered, %s", async (_, line) => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_unused, at) => [`d${at}/${"long".repeat(20)}${at}.md`, ""]),
    );
    expect(await asks({ a: { ...many, "lines.txt": "\n".repeat(500_000) } }, line)).toBeNull();
  });

  it("write what is written for a file and goes through many pipes", async () => {
    const text = Array.from({ length: 300 }, (_, at) => `${at + 1}\n`).join("");
    const line = `cat skill://a/lines.txt${" | sed -n '1,200p;202p;204,$p'".repeat(18)} | wc -l`;
    expect(await asks({ a: { "lines.txt": text } }, line)).toMatchObject({
      code: 0,
      shown: [{ path: "lines.txt" }],
    });
  });
});

/** The parts as they are with all lines apart. */
const slow = (text: string, pick: ShellPick): string => {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (pick.of === "first") return lines.slice(0, pick.count).join("");
  if (pick.of === "last") return pick.count === 0 ? "" : lines.slice(-pick.count).join("");
  return pick.of === "all"
    ? text
    : pick.ranges.map(({ first, last }) => lines.slice(first - 1, last ?? undefined).join("")).join("");
};

it.each(["", "\n", "a", "a\n", "\n\n", "a\nb", "a\nb\n", "a\n\n\nb\nc\n", "\n\na\n\nb"])(
  "parts of %j are those of its lines",
  (text) => {
    for (let count = 0; count < 8; count += 1) {
      expect(pickText(text, { of: "first", count, unit: "lines" })).toBe(
        slow(text, { of: "first", count, unit: "lines" }),
      );
      expect(pickText(text, { of: "last", count })).toBe(slow(text, { of: "last", count }));
      for (const last of [1, 2, 3, 7, null]) {
        const first = last === null ? count + 4 : count + 3 + last;
        const ranges = [
          { first: 1, last: 1 },
          { first: 2, last: Math.max(2, count) },
          { first, last: last === null ? null : first + last },
        ];
        expect(pickText(text, { of: "ranges", ranges })).toBe(slow(text, { of: "ranges", ranges }));
      }
    }
  },
);

it("takes ranges out of a long text in one pass", () => {
  const text = "\n".repeat(200_000);
  const ranges = Array.from({ length: 50_000 }, (_, at) => ({ first: 2 * at + 1, last: 2 * at + 1 }));
  const start = process.cpuUsage();
  expect(pickText(text, { of: "ranges", ranges })).toHaveLength(50_000);
  const used = process.cpuUsage(start);
  expect((used.user + used.system) / 1000).toBeLessThan(1_500);
});

it.each([
  ["a.md", "*.md", true],
  ["a.md", "a*", true],
  ["a.md", "?.md", true],
  ["abcb", "a*b", true],
  ["a.md", "*.txt", false],
  ["md", "?md", false],
  ["a", "a*a", false],
  ["abc", "abc", true],
  ["abc", "ab", false],
])("a name %s and the pattern %s: %s", (name, pattern, expected) => {
  expect(matchesName(name, pattern)).toBe(expected);
});
