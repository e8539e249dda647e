import { describe, expect, it } from "vitest";
import {
  launchedText,
  type ScriptedHost,
  scriptedRequest,
  shellOutput,
  skillFolder,
} from "@/lib/testing/hosts/host-requests";
import { hostScenario } from "./host-scenario";
import type { HostProtocol, HostRequest, KnownHost } from "./host-traffic";
import { readHostRequest } from "./read-host-request";

const skills = [
  { name: "release-notes", description: "Writes release notes." },
  { name: "triage", description: "Judges." },
];
const body = "# Notes\n\nGroup them.\n";

function requestOf(protocol: HostProtocol, host: Partial<ScriptedHost> = {}): HostRequest {
  const sent = scriptedRequest(protocol, { skills, message: "Write the notes", calls: [], ...host });
  const request = readHostRequest(protocol, sent);
  if (!request) throw new Error("It was not understood.");
  return request;
}
const scenarioOf = (
  host: KnownHost,
  protocol: HostProtocol,
  calls: ScriptedHost["calls"],
  more: Partial<ScriptedHost> = {},
) => hostScenario(host, requestOf(protocol, more), requestOf(protocol, { calls, ...more }));

const launch = (skill: string, args?: string) => ({
  tool: "Skill",
  input: { skill, ...(args === undefined ? {} : { args }) },
  result: "Launched.",
  texts: [launchedText(skill, body)],
});
const read = (path: string) => ({
  tool: "Read",
  input: { file_path: `${skillFolder}/release-notes/${path}` },
  result: "1\tText",
});

describe("what a conversation comes down to", () => {
  it("is the list, the first message, and the calls about skills with a slot for their folder", () => {
    const found = scenarioOf("claude-code", "messages", [
      launch("release-notes", "for 1.2"),
      { tool: "Read", input: { file_path: "/etc/hostname" }, result: "1\tvm" },
      read("references/style.md"),
    ]);
    expect(found).toMatchObject({
      names: ["release-notes", "triage"],
      message: "Write the notes",
      folder: skillFolder,
      calls: [
        { tool: "Skill", input: { skill: "release-notes", args: "for 1.2" } },
        { tool: "Read", input: { file_path: "{{skills}}/release-notes/references/style.md" } },
      ],
      asked: ["release-notes", "for 1.2"],
    });
  });

  it("is nothing where no skills are listed", () => {
    expect(scenarioOf("claude-code", "messages", [launch("release-notes")], { skills: [] })).toBeNull();
  });

  it("has the answer of each such call, also where the same was called twice", () => {
    const once = { ...launch("release-notes"), result: "First." };
    const again = { ...launch("release-notes"), result: "Second.", texts: [] };
    const found = scenarioOf("claude-code", "messages", [once, read("a.md"), again]);
    expect(found?.calls).toHaveLength(3);
    expect(found?.seen.answers.map(([part]) => part?.text)).toEqual(["First.", "1\tText", "Second."]);
  });

  it("tells names without the plugin that they come from", () => {
    const found = scenarioOf("claude-code", "messages", [], {
      skills: [{ name: "meridian:release-notes", description: "Writes." }],
    });
    expect(found?.names).toEqual(["release-notes"]);
  });

  it("has the first message alone, and none where nobody wrote one", () => {
    const after = [{ said: "Done.", asked: "And now triage it" }];
    expect(scenarioOf("claude-code", "messages", [], { after })?.message).toBe("Write the notes");
    expect(scenarioOf("claude-code", "messages", [], { message: " " })?.message).toBe("");
  });
});

describe("the folder of the skills", () => {
  const shell = (cmd: string) => ({ tool: "exec_command", input: { cmd }, result: shellOutput("Text\n") });

  it("is where the list says that they lie", () => {
    const found = scenarioOf("codex", "responses", [
      shell(`cat ${skillFolder}/triage/SKILL.md`),
      shell("ls /tmp"),
    ]);
    expect(found?.folder).toBe(skillFolder);
    expect(found?.calls).toEqual([
      { tool: "exec_command", input: { cmd: "cat {{skills}}/triage/SKILL.md" } },
    ]);
    expect(found?.asked).toEqual([]);
  });

  it("is where most of them were loaded from, over what the list says", () => {
    const from = (folder: string, name: string) => ({
      ...launch(name),
      texts: [`Base directory for this skill: ${folder}/${name}\n\n${body}`],
    });
    const calls = [from("/a", "triage"), from("/b", "release-notes"), from("/b", "other")];
    expect(scenarioOf("claude-code", "messages", calls)?.folder).toBe("/b");
    expect(scenarioOf("claude-code", "messages", [from("C:\\skills", "triage")])?.folder).not.toBeNull();
  });

  it("has its slot in the words that a shell is started with", () => {
    const command = ["bash", "-lc", `cat ${skillFolder}/triage/SKILL.md`];
    const found = scenarioOf("codex", "responses", [
      { tool: "shell", input: { command }, result: shellOutput("Text\n") },
    ]);
    expect(found?.calls[0]?.input.command).toEqual(["bash", "-lc", "cat {{skills}}/triage/SKILL.md"]);
  });

  it("is not known where nothing says so, and then no path has a slot", () => {
    const found = scenarioOf("claude-code", "messages", [
      { tool: "Read", input: { file_path: "/x/skills/triage/a.md", limit: 5 }, result: "1\tText" },
    ]);
    expect(found?.folder).toBeNull();
    expect(found?.calls).toEqual([{ tool: "Read", input: { file_path: "/x/skills/triage/a.md", limit: 5 } }]);
  });
});

describe("the window that the host believes in", () => {
  it("is its own, and for Claude Code told by the place of the list", () => {
    const windowOf = (host: KnownHost, protocol: HostProtocol) =>
      scenarioOf(host, protocol, [])?.windowTokens;
    expect(windowOf("codex", "responses")).toBe(272_000);
    expect(windowOf("gemini-cli", "generate-content")).toBe(1_048_576);
    expect(windowOf("claude-code", "messages")).toBe(200_000);
    const later = requestOf("messages");
    const list = later.messages
      .flatMap(({ parts }) => parts)
      .filter((part) => part.kind === "text" && part.text.includes("- triage"));
    const moved: HostRequest = {
      ...later,
      messages: [
        { role: "user", place: "first-message", parts: [{ kind: "text", text: "Write the notes" }] },
        { role: "system", place: "after-first-message", parts: list },
      ],
    };
    expect(hostScenario("claude-code", moved, moved)?.windowTokens).toBe(1_000_000);
  });
});

describe("odd calls", () => {
  it.each([
    ["no input", null],
    ["a list", ["release-notes"]],
    ["a text", "release-notes"],
    ["no name", { skill: 7 }],
  ])("are kept as far as they say something: %s", (_, input) => {
    const first = requestOf("messages");
    const last: HostRequest = {
      ...first,
      messages: [
        ...first.messages,
        { role: "assistant", place: "assistant", parts: [{ kind: "call", id: "a", tool: "Skill", input }] },
        {
          role: "user",
          place: "user 3",
          parts: [{ kind: "result", callId: "a", text: "No.", isError: true }],
        },
      ],
    };
    const found = hostScenario("claude-code", first, last);
    expect(found?.calls).toHaveLength(1);
    expect(found?.seen.answers).toEqual([[{ kind: "result", isError: true, text: "No." }]]);
  });
});
