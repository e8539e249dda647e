import { expect, it } from "vitest";
import { findFileOfCall } from "./find-file-of-call";
import { findSkillFacts } from "./find-skill-facts";

const folders = new Map([["notes", "/home/a/my/notes"]]);
const all = Number.POSITIVE_INFINITY;
const whole = { name: "notes", path: "SKILL.md", mostLines: all };

it.each([
  ["cat /home/a/my/notes/SKILL.md", whole],
  ["cat '/home/a/my/notes/SKILL.md' 2>/dev/null", whole],
  ["cat -n /home/a/my/notes/SKILL.md", whole],
  ["less /home/a/my/notes/SKILL.md", whole],
  ["echo hi && cat /home/a/my/notes/references/a.md", { ...whole, path: "references/a.md" }],
  ["sed -n 1,3p /home/a/my/notes/SKILL.md", { ...whole, mostLines: 3 }],
  ["sed -n '9,$p' /home/a/my/notes/SKILL.md", { ...whole, mostLines: 0 }],
  ["cat /home/a/my/notes/SKILL.md | head -n 5", { ...whole, mostLines: 5 }],
  ["tail -n 5 /home/a/my/notes/SKILL.md", { ...whole, mostLines: 0 }],
  ["cat ~/.agents/skills/deploy/SKILL.md", { ...whole, name: "deploy" }],
  ['cat "C:\\Users\\a b\\skills\\deploy\\SKILL.md"', { ...whole, name: "deploy" }],
  ["grep -n x /home/a/my/notes/SKILL.md", null],
  ["rg x /home/a/my/notes/SKILL.md", null],
  ["awk '{print}' /home/a/my/notes/SKILL.md", null],
  ["cat /home/a/my/notes/SKILL.md | grep x", null],
  ["cat /home/a/my/notes/SKILL.md > /tmp/x", null],
  ["cat /home/a/my/notes/SKILL.md /home/a/my/notes/a.md", null],
  ["cat /home/a/my/notes/../secret", null],
  ["cat /home/a/my/other/SKILL.md", null],
])("the command %s", (command, expected) => {
  expect(findFileOfCall({ command }, folders)).toEqual(expected);
});

it.each([
  [{ file_path: "/home/a/my/notes/SKILL.md" }, whole],
  [
    { file_path: "/home/a/my/notes/SKILL.md", offset: 1, limit: 20 },
    { ...whole, mostLines: 20 },
  ],
  [
    { file_path: "/home/a/my/notes/SKILL.md", offset: 30 },
    { ...whole, mostLines: 0 },
  ],
  [{ path: "/home/a/my/notes/SKILL.md", pattern: "x" }, null],
  [{ file_path: "/home/a/my/notes/SKILL.md", old_string: "x", new_string: "y" }, null],
  [{ command: ["cat", "/home/a/my/notes/a b.md"] }, { ...whole, path: "a b.md" }],
  [
    { cmd: "cat a.md", workdir: "/home/a/my/notes" },
    { ...whole, path: "a.md" },
  ],
  [
    { cmd: "cat ./b/a.md", workdir: "/home/a/my/notes/" },
    { ...whole, path: "b/a.md" },
  ],
  [{ command: "cat a.md", cwd: "/elsewhere" }, null],
  [{ cmd: "cat a.md" }, null],
  [{ cmd: "cd /home/a/my && cd notes && cat SKILL.md" }, whole],
  [{ cmd: "cd notes; cat SKILL.md", workdir: "/home/a/my" }, whole],
  [{ cmd: "cd .. && cat a.md", workdir: "/home/a/my/notes" }, null],
  [{ cmd: "cd && cat a.md", workdir: "/home/a/my/notes" }, null],
])("the call %j", (input, expected) => {
  expect(findFileOfCall(input, folders)).toEqual(expected);
});

const factOf = (command: string, text: string) =>
  findSkillFacts({
    protocol: "responses",
    host: null,
    version: null,
    model: "m",
    session: null,
    tools: [],
    messages: [
      {
        role: "assistant",
        place: "conversation",
        parts: [{ kind: "call", id: "1", tool: "sh", input: { command } }],
      },
      { role: "user", place: "conversation", parts: [{ kind: "result", callId: "1", text, isError: false }] },
    ],
  }).at(-1)?.kind;

it.each([
  ["all of it loads the skill", "cat", 8, "activated"],
  ["more lines asked for than there are", "sed -n 1,200p", 8, "activated"],
  ["a long beginning", "sed -n 1,150p", 150, "activated"],
  ["a short beginning is a part", "sed -n 1,3p", 3, "read"],
  ["a long part that is elsewhere", "sed -n 9,250p", 240, "read"],
  ["a search is neither", "grep -n x", 8, "tool"],
])("of a SKILL.md %s", (_, command, lines, expected) => {
  expect(factOf(`${command} /x/skills/notes/SKILL.md`, "line\n".repeat(lines))).toBe(expected);
});

it("reads a command that is made for it in a time that grows with it", () => {
  const start = process.cpuUsage();
  for (const piece of ["a ", "/", "/a", "a/ ", "'' ", "./", "~/", "\\a", "cat /a; "])
    findFileOfCall({ command: `cat ${piece.repeat(9_000).slice(0, 19_000)}` }, folders);
  const used = process.cpuUsage(start);
  expect((used.user + used.system) / 1000).toBeLessThan(1_500);
});
