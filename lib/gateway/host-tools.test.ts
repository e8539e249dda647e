import { describe, expect, it } from "vitest";
import { skillLoaders } from "@/lib/dialects/skill-tools";
import { findSkillFacts } from "@/lib/hosts/find-skill-facts";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { toolsOfHost } from "./host-tools";

const both = ["activate_skill", "read_skill_resource"];

describe("the tools of a host", () => {
  it("load a skill by a tool of their own, wherever it lies", () => {
    const { standard, activate, read } = toolsOfHost(["Bash", "Skill", "Read"]);
    expect([...standard]).toEqual(both);
    expect(activate("notes", null)).toEqual({ tool: "Skill", input: { skill: "notes" } });
    expect(read("/a b/c")).toEqual({ tool: "Read", input: { file_path: "/a b/c" } });
  });

  it("read SKILL.md with a command where there is no such tool", () => {
    const { standard, activate } = toolsOfHost(["exec_command"]);
    expect([...standard]).toEqual(both);
    expect(activate("notes", "/s/notes")).toEqual({
      tool: "exec_command",
      input: { cmd: "cat /s/notes/SKILL.md" },
    });
    expect(activate("notes", null)).toBeNull();
    expect(toolsOfHost(["shell"]).read("/x")).toEqual({
      tool: "shell",
      input: { command: ["bash", "-lc", "cat /x"] },
    });
  });

  it("are called by the fields of the host whose tools they are", () => {
    const { activate, read } = toolsOfHost(["read_file", "use_skill"]);
    expect(activate("notes", null)).toEqual({ tool: "use_skill", input: { skill_name: "notes" } });
    expect(read("/s/notes/a.md")).toEqual({ tool: "read_file", input: { path: "/s/notes/a.md" } });
    expect(toolsOfHost(["read_file", "activate_skill"]).read("/x")?.input).toEqual({ file_path: "/x" });
    expect(toolsOfHost(["read_file"]).read("/x")?.input).toEqual({ file_path: "/x" });
  });

  it("are given no path that a shell would take for more than a path", () => {
    const { read } = toolsOfHost(["shell_command"]);
    expect(read("/s/it's; rm -rf $HOME")?.input).toEqual({ command: `cat '/s/it'\\''s; rm -rf $HOME'` });
  });

  it("may know nothing of skills", () => {
    const { standard, read } = toolsOfHost(["get_weather"]);
    expect(standard.size).toBe(0);
    expect(read("/x")).toBeNull();
  });

  it.each([...skillLoaders.keys()])("load a skill by %s in a way that is seen as loading it", (name) => {
    const call = toolsOfHost([name, "Read"]).activate("notes", null);
    const request = readHostRequest("messages", {
      messages: [
        { role: "assistant", content: [{ type: "tool_use", id: "c", name: call?.tool, input: call?.input }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "Its text." }] },
      ],
    });
    expect(request && findSkillFacts(request)).toMatchObject([
      { kind: "called" },
      { kind: "activated", name: "notes", by: "tool", text: "Its text." },
    ]);
  });
});
