import { describe, expect, it } from "vitest";
import { type HostCall, hostCalls } from "./host-calls";

const codex = hostCalls([{ type: "function", name: "exec_command", inputSchema: { type: "object" } }]);
const run = (cmd: unknown): HostCall => ({ toolName: "exec_command", input: { cmd } });
const activate = { toolName: "activate_skill", input: { name: "notes" } };
const read = { toolName: "read_skill_resource", input: { name: "notes", path: "a/b.md" } };

describe("a host that reads skills with a command", () => {
  it.each([
    "cat skill://notes/SKILL.md",
    "cat 'skill://notes/skill.md'",
    "head -n 200 skill://notes/SKILL.md",
    "sed -n '1,220p' skill://notes/SKILL.md",
    "less skill://notes/SKILL.md",
  ])("loads one by %s", (cmd) => {
    expect(codex.toStandard(run(cmd))).toEqual(activate);
  });

  it.each(["cat skill://notes/a/b.md", 'cat -- "skill://notes/a/b.md"', "nl skill://notes/a/b.md | head -5"])(
    "reads a file by %s",
    (cmd) => {
      expect(codex.toStandard(run(cmd))).toEqual(read);
    },
  );

  it.each([
    "cat skill://notes/a.md skill://notes/b.md",
    "cat notes/SKILL.md",
    "rm skill://notes/SKILL.md",
    "ls skill://notes",
    "",
    null,
    7,
  ])("leaves %j as it is", (cmd) => {
    expect(codex.toStandard(run(cmd))).toEqual(run(cmd));
  });

  it("leaves calls of other tools as they are", () => {
    const call = { toolName: "apply_patch", input: { cmd: "cat skill://notes/SKILL.md" } };
    expect(codex.toStandard(call)).toEqual(call);
  });

  it("is called with a command that is read back as the same call", () => {
    for (const call of [activate, read]) expect(codex.toStandard(codex.toHost(call))).toEqual(call);
  });
});

describe("hosts with a tool for it", () => {
  const of = (...names: string[]) =>
    hostCalls(names.map((name) => ({ type: "function", name, inputSchema: { type: "object" } })));

  it.each([
    ["load_skill", "load_skill_resource"],
    ["load_skill", "read_skill_resource"],
    ["use_skill", "read_file"],
    ["Skill", "Read"],
    ["activate_skill", "read_file"],
  ])("are called by %s and %s, and understood again", (...tools) => {
    const calls = of(...tools);
    expect(calls.toHost(activate).toolName).toBe(tools[0]);
    expect(calls.toHost(read).toolName).toBe(tools[1]);
    for (const call of [activate, read]) expect(calls.toStandard(calls.toHost(call))).toEqual(call);
  });

  it("are called in the standard words where those are offered, and by one tool for each skill where these are", () => {
    expect(of("list_skills", "activate_skill").toHost(activate)).toEqual(activate);
    const beside = of("activate_skill", "read_skill_resource", "read_file");
    expect([activate, read].map(beside.toHost)).toEqual([activate, read]);
    expect(of().toHost(activate)).toEqual(activate);
  });
});
