import { describe, expect, it } from "vitest";
import { watchCpu } from "@/lib/testing/cpu-time";
import {
  activatedText,
  launchedText,
  type ScriptedHost,
  scriptedRequest,
  shellOutput,
  skillFolder,
} from "@/lib/testing/hosts/host-requests";
import { findSkillFacts } from "./find-skill-facts";
import type { HostProtocol } from "./host-traffic";
import { readHostRequest } from "./read-host-request";

const skills = [
  { name: "release-notes", description: "Writes release notes. Use before a release." },
  { name: "dataviz", description: "Draws." },
];
const document = "---\nname: release-notes\ndescription: Writes.\n---\n\n# Notes\n\nGroup them.\n";
const body = "# Notes\n\nGroup them.\n";

function factsOf(protocol: HostProtocol, host: Partial<ScriptedHost>, from = 0) {
  const request = readHostRequest(
    protocol,
    scriptedRequest(protocol, { skills, message: "Write the notes", calls: [], ...host }),
  );
  if (!request) throw new Error("It was not understood.");
  return findSkillFacts(request, from);
}
const kinds = (facts: ReturnType<typeof factsOf>) =>
  facts.map(({ kind }) => kind).filter((kind) => kind !== "called");

describe("every protocol", () => {
  it.each(["messages", "responses", "chat-completions", "generate-content"] as const)(
    "%s: tells the list of skills and the person's words, without what the host says itself",
    (protocol) => {
      const [list, asked, ...rest] = factsOf(protocol, {});
      expect(list).toMatchObject({
        kind: "catalogue",
        catalogue: { skills: skills.map(({ name, description }) => ({ name, description })) },
      });
      expect(asked).toEqual({ kind: "asked", text: "Write the notes" });
      expect(rest).toEqual([]);
    },
  );

  it.each(["messages", "responses", "chat-completions", "generate-content"] as const)(
    "%s: tells of later turns in order",
    (protocol) => {
      const after = [{ said: "Done.", asked: "Once more" }];
      expect(kinds(factsOf(protocol, { after }))).toEqual(["catalogue", "asked", "said", "asked"]);
    },
  );
});

describe("a skill loaded by a tool", () => {
  const launch = {
    tool: "Skill",
    input: { skill: "meridian:release-notes", args: "for 1.2" },
    result: "Launched.\n\n<system-reminder>\nTokens left: 9\n</system-reminder>",
    texts: [launchedText("release-notes", body)],
  };

  it("is the text behind the result", () => {
    const facts = factsOf("messages", { calls: [launch] });
    expect(facts.at(-1)).toEqual({
      kind: "activated",
      name: "meridian:release-notes",
      arguments: "for 1.2",
      by: "tool",
      note: null,
      result: "Launched.",
      text: launchedText("release-notes", body),
      isPart: false,
      directory: `${skillFolder}/release-notes`,
      call: { id: "t0", tool: "Skill", input: launch.input },
    });
  });

  it("comes with a note the next time, or is one alone", () => {
    const note = "Loaded before; what follows is new.\n";
    const again = { ...launch, texts: [note, launchedText("release-notes", body)] };
    const alone = { ...launch, texts: ["It stands above already."] };
    const facts = factsOf("messages", { calls: [launch, again, alone] });
    expect(kinds(facts)).toEqual(["catalogue", "asked", "activated", "activated", "already"]);
    expect(facts.filter(({ kind }) => kind === "activated").at(-1)).toMatchObject({ note });
    expect(facts.at(-1)).toMatchObject({ kind: "already", note: "It stands above already." });
  });

  it("is the result where nothing stands behind it", () => {
    const text = activatedText("release-notes", body);
    const calls = [{ tool: "activate_skill", input: { name: "release-notes" }, result: text }];
    expect(factsOf("generate-content", { calls }).at(-1)).toMatchObject({
      kind: "activated",
      name: "release-notes",
      by: "tool",
      text,
      directory: null,
    });
  });

  it("is refused with an error, and that says whether there is none", () => {
    const calls = [
      { tool: "Skill", input: { skill: "x" }, result: "<tool_use_error>No such skill: x</tool_use_error>" },
      { tool: "Skill", input: { skill: "release-notes" }, result: "Ask the person.", isError: true },
      { tool: "Skill", input: {}, result: "A field is missing.", isError: true },
    ];
    const refused = factsOf("messages", { calls }).filter(({ kind }) => kind === "refused");
    expect(refused).toMatchObject([
      { name: "x", isUnknown: true, path: null },
      { name: "release-notes", isUnknown: false },
      { name: "", isUnknown: false },
    ]);
  });

  it("is a person's where no call stands before it", () => {
    const request = scriptedRequest("messages", { skills, message: "Hello", calls: [] });
    const typed =
      "<command-message>release-notes</command-message>\n<command-name>/release-notes</command-name>\n" +
      "<command-args>for 1.2</command-args>";
    const read = readHostRequest("messages", {
      ...request,
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: typed },
            { type: "text", text: launchedText("release-notes", body) },
          ],
        },
      ],
    });
    expect(read && findSkillFacts(read)).toMatchObject([
      { kind: "asked", text: "/release-notes for 1.2" },
      { kind: "activated", call: null, by: "person", name: "release-notes", arguments: "for 1.2" },
    ]);
  });
});

describe("files of skills", () => {
  const numbered = "1\t---\n2\tname: x\n3\t---\n4";

  it("are read by commands; SKILL.md is an activation", () => {
    const at = (path: string) => `${skillFolder}/release-notes/${path}`;
    const calls = [
      { tool: "exec_command", input: { cmd: `cat ${at("SKILL.md")}` }, result: shellOutput(document) },
      { tool: "exec_command", input: { cmd: `sed -n '1,2p' ${at("a/b.md")}` }, result: shellOutput("A\n") },
      { tool: "exec_command", input: { cmd: `cat ${at("no.md")}` }, result: shellOutput("No such file", 1) },
      { tool: "exec_command", input: { cmd: "ls -la" }, result: shellOutput("x") },
      { tool: "exec_command", input: { cmd: `rm ${at("a/b.md")}` }, result: shellOutput("") },
    ];
    const facts = factsOf("responses", { calls }).filter(({ kind }) => kind !== "called");
    expect(facts.slice(2)).toMatchObject([
      { kind: "activated", by: "command", name: "release-notes", text: document, isPart: false },
      { kind: "read", name: "release-notes", path: "a/b.md", text: "A\n", isPart: true },
      { kind: "refused", name: "release-notes", path: "no.md", isUnknown: true },
      { kind: "tool" },
      { kind: "tool" },
    ]);
  });

  it("count as the skill in the lower-case spelling of its file too, whole or begun for long enough", () => {
    const cat = (path: string, result: string) => ({
      tool: "exec_command",
      input: { cmd: `cat ${skillFolder}/release-notes/${path}` },
      result: shellOutput(result),
    });
    const told = (path: string) => kinds(factsOf("responses", { calls: [cat(path, document)] })).slice(2);
    expect(told("skill.md")).toEqual(["activated"]);
    expect(told("references/skill.md")).toEqual(["read"]);
    expect(told("SKILL.MD")).toEqual(["read"]);
  });

  it("are read by a reader of files, whose line numbers are no part of them", () => {
    const calls = [
      { tool: "Skill", input: { skill: "x" }, result: "Ok", texts: [launchedText("x", body)] },
      { tool: "Read", input: { file_path: `${skillFolder}/x/SKILL.md` }, result: numbered },
      { tool: "Read", input: { file_path: "/etc/hostname" }, result: "1\tvm" },
      { tool: "Read", input: { file_path: `${skillFolder}/x/../../secret` }, result: "1\tvm" },
    ];
    const facts = factsOf("messages", { calls });
    // The host has a tool that loads skills: what is read besides stays a file for it.
    expect(kinds(facts).slice(2)).toEqual(["activated", "read", "tool", "tool"]);
    expect(facts.find((fact) => fact.kind === "read")).toMatchObject({
      name: "x",
      path: "SKILL.md",
      text: "---\nname: x\n---\n",
      result: numbered,
    });
  });

  it("are found by `skills/<name>/` where no list says where they lie, in words that start a shell too", () => {
    const calls = [
      {
        tool: "shell",
        input: { command: ["bash", "-lc", "cat ~/.agents/skills/deploy/SKILL.md"] },
        result: document,
      },
    ];
    expect(factsOf("responses", { calls }).at(-1)).toMatchObject({
      kind: "activated",
      name: "deploy",
    });
  });
});

it("begins where it is told to, and still knows what stood before", () => {
  const calls = [
    {
      tool: "Skill",
      input: { skill: "release-notes" },
      result: "Ok",
      texts: [launchedText("release-notes", body)],
    },
    { tool: "Read", input: { file_path: `${skillFolder}/release-notes/a.md` }, result: "text" },
  ];
  // The system prompt, the first message and the first call with its result are known.
  expect(factsOf("messages", { calls }, 4)).toMatchObject([
    { kind: "called" },
    { kind: "read", name: "release-notes", path: "a.md" },
  ]);
});

it.each([
  null,
  7,
  {},
  { messages: "x" },
  { messages: [null, 3, { role: "user" }, { role: "user", content: [null, { type: "tool_result" }] }] },
  { messages: [{ role: "assistant", content: [{ type: "tool_use" }] }], tools: [4], system: 9 },
])("reads nonsense without an exception: %j", (body) => {
  const request = readHostRequest("messages", body);
  expect(request ? findSkillFacts(request) : []).toBeInstanceOf(Array);
});

it("reads a large history in bounded time", () => {
  const text = `- ${"a ".repeat(100_000)}\n`.repeat(20);
  const request = readHostRequest("messages", {
    messages: [
      { role: "user", content: `skills${text}:\n\n${"- x\n".repeat(200_000)}<instructions>${text}` },
    ],
  });
  const spentMs = watchCpu();
  expect(request && findSkillFacts(request).length).toBeGreaterThan(0);
  expect(spentMs()).toBeLessThan(2_000);
});
