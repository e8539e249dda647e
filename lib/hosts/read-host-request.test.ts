import { describe, expect, it } from "vitest";
import { scriptedRequest, skillFolder } from "@/lib/testing/hosts/host-requests";
import { type HostProtocol, hostProtocols } from "./host-traffic";
import { readHostRequest } from "./read-host-request";

const skills = [{ name: "notes", description: "Writes." }];
const call = { tool: "Skill", input: { skill: "notes" }, result: "Launched.", isError: true };
const after = [{ said: "Done.", asked: "Again" }];
const read = (protocol: HostProtocol, more: object = {}) =>
  readHostRequest(protocol, {
    ...scriptedRequest(protocol, { skills, message: "Write", calls: [call], after }),
    ...more,
  });

describe.each(hostProtocols)("a request in %s", (protocol) => {
  it("is read into what was told, said, called and answered, in order", () => {
    const request = read(protocol);
    const parts = request?.messages.flatMap(({ role, parts: own }) =>
      own.map((part) => [role, part.kind] as const),
    );
    expect(parts?.filter(([, kind]) => kind !== "text")).toEqual([
      ["assistant", "call"],
      ["user", "result"],
    ]);
    expect(parts?.slice(-2)).toEqual([
      ["assistant", "text"],
      ["user", "text"],
    ]);
    const flat = request?.messages.flatMap(({ parts: own }) => own) ?? [];
    expect(flat.find(({ kind }) => kind === "call")).toMatchObject({
      tool: "Skill",
      input: { skill: "notes" },
    });
    expect(flat.find(({ kind }) => kind === "result")).toMatchObject({ text: "Launched." });
    expect(JSON.stringify(flat)).toContain("notes");
  });

  it("carries the mark of an error where the protocol has one", () => {
    const result = read(protocol)
      ?.messages.flatMap(({ parts }) => parts)
      .find(({ kind }) => kind === "result");
    const marks = protocol === "messages" || protocol === "generate-content";
    expect(result).toMatchObject({ isError: marks });
  });

  it.each([null, 4, "text", [], {}, { messages: 7, input: 7, contents: 7 }])("is none: %j", (body) => {
    expect(readHostRequest(protocol, body)).toBeNull();
  });

  it("is read whatever else it holds", () => {
    const odd = [null, 4, "x", [], { role: 7, content: { a: 1 }, parts: 3, type: "message" }];
    const body = { messages: odd, input: odd, contents: odd, tools: odd, system: odd, instructions: 4 };
    expect(readHostRequest(protocol, body)?.messages.length).toBeLessThanOrEqual(odd.length + 1);
  });
});

describe("tools", () => {
  const schema = { type: "object", properties: {} };
  it.each([
    ["messages", [{ name: "Skill", description: "Runs.", input_schema: schema }]],
    ["responses", [{ type: "function", name: "Skill", description: "Runs.", parameters: schema }]],
    [
      "generate-content",
      [{ functionDeclarations: [{ name: "Skill", description: "Runs.", parametersJsonSchema: schema }] }],
    ],
  ] as const)("come with what is said of them, in %s", (protocol, tools) => {
    expect(read(protocol, { tools })?.tools).toEqual([
      { name: "Skill", description: "Runs.", inputSchema: schema },
    ]);
  });

  it("come with their names and fields in Chat Completions", () => {
    const tools = [{ type: "function", function: { name: "load_skill", parameters: schema } }];
    expect(read("chat-completions", { tools })?.tools).toMatchObject([
      { name: "load_skill", inputSchema: schema },
    ]);
  });
});

describe("which host it is", () => {
  it.each([
    ["messages", { system: "cc_version=2.1.330.x; You." }, "", "claude-code", "2.1.330"],
    ["messages", { system: "You.", tools: [] }, "claude-cli/2.0.1 (external)", "claude-code", "2.0.1"],
    ["messages", { system: "You.", tools: [] }, "", null, null],
    ["responses", {}, "codex_cli_rs/0.169.0 (Linux)", "codex", "0.169.0"],
    ["responses", { client_metadata: {}, tools: [] }, "", null, null],
    ["generate-content", {}, "GeminiCLI/0.61.0/gemini (linux)", "gemini-cli", "0.61.0"],
    ["generate-content", { tools: [] }, "", null, null],
    ["chat-completions", {}, "claude-cli/2.0.1", null, null],
  ] as const)("is told by what it sends: %s %j %s", (protocol, more, userAgent, host, version) => {
    const body = {
      ...scriptedRequest(protocol, { skills, message: "Write", calls: [] }),
      ...more,
    };
    expect(readHostRequest(protocol, body, { userAgent })).toMatchObject({ host, version });
  });

  it("and its session by what it calls it", () => {
    expect(read("messages")?.session).toBe("s-1");
    expect(read("messages", { metadata: { user_id: "user_a_session_b-2" } })?.session).toBe("b-2");
    expect(read("messages", { metadata: { user_id: "nobody" } })?.session).toBeNull();
    expect(read("responses")?.session).toBe("s-1");
    expect(read("generate-content")?.session).toBeNull();
  });

  it("and its model by the body, or by the address", () => {
    expect(read("messages")?.model).toBe("claude-sonnet-4-5");
    const body = scriptedRequest("generate-content", { skills, message: "Write", calls: [] });
    expect(readHostRequest("generate-content", body, { model: "gemini-3" })?.model).toBe("gemini-3");
  });
});

it("says where texts stand", () => {
  const places = (protocol: HostProtocol) => read(protocol)?.messages.map(({ place }) => place);
  expect(places("messages")).toEqual([
    "system-prompt",
    "first-message",
    "assistant 1",
    "user 2",
    "assistant 3",
    "user 4",
  ]);
  expect(places("responses")?.slice(0, 3)).toEqual(["system-prompt", "first-message", "first-message"]);
  expect(JSON.stringify(read("responses"))).toContain(skillFolder);
});
