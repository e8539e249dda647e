import { describe, expect, it } from "vitest";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { watchCpu } from "@/lib/testing/cpu-time";
import type { WireProtocol } from "./gateway-options";
import { rehearseHost } from "./rehearse-host";

const body = "# Notes\n\nWrite release notes. Read [the style](references/style.md) first.\n";
const description = "Writes release notes from changes.";
const message = "Write release notes: search is faster";

/** One request of a host with a skill `release-notes`, after so many of its own steps. */
type Steps = "asked" | "loaded" | "read" | "refused";

const messagesOf = (until: Steps, instructions = body) => {
  const list = `<system-reminder>\nThe following skills are available for use with the Skill tool:\n\n- release-notes: ${description}\n</system-reminder>`;
  const use = (id: string, name: string, input: object) => ({
    role: "assistant",
    content: [{ type: "tool_use", id, name, input }],
  });
  const result = (tool_use_id: string, content: string, more: object[] = [], is_error = false) => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id, content, is_error }, ...more],
  });
  const base = "Base directory for this skill: /home/x/.claude/skills/release-notes";
  const messages: object[] = [
    {
      role: "user",
      content: [
        { type: "text", text: list },
        { type: "text", text: message },
      ],
    },
  ];
  if (until === "refused")
    messages.push(
      use("1", "Skill", { skill: "release-notes" }),
      result("1", "<tool_use_error>Unknown skill: release-notes</tool_use_error>", [], true),
    );
  if (until === "loaded" || until === "read")
    messages.push(
      use("1", "Skill", { skill: "release-notes" }),
      result("1", "Launching skill: release-notes", [{ type: "text", text: `${base}\n\n${instructions}` }]),
    );
  if (until === "read")
    messages.push(
      use("2", "Read", { file_path: "/home/x/.claude/skills/release-notes/references/style.md" }),
      result("2", "     1\tShort sentences about search."),
    );
  return { model: "m", messages, tools: [{ name: "Skill" }, { name: "Read" }, { name: "Bash" }] };
};

const responsesOf = (until: Steps) => {
  const told = `<skills_instructions>\n### Skill roots\n- \`r0\` = \`/home/x/.codex/skills\`\n### Available skills\n- release-notes: ${description} (file: r0/release-notes/SKILL.md)\n</skills_instructions>`;
  const say = (role: string, type: string, text: string) => ({
    type: "message",
    role,
    content: [{ type, text }],
  });
  const ran = (call_id: string, cmd: string, output: string) => [
    { type: "function_call", call_id, name: "exec_command", arguments: JSON.stringify({ cmd }) },
    { type: "function_call_output", call_id, output },
  ];
  const skill = `---\nname: release-notes\ndescription: ${description}\n---\n${body}`;
  const shown = (text: string) =>
    `Chunk ID: 1\nWall time: 0.0 seconds\nProcess exited with code 0\nOriginal token count: 9\nOutput:\n${text}`;
  const input: object[] = [say("developer", "input_text", told), say("user", "input_text", message)];
  if (until !== "asked")
    input.push(...ran("1", "cat /home/x/.codex/skills/release-notes/SKILL.md", shown(skill)));
  if (until === "read")
    input.push(
      ...ran(
        "2",
        "cat /home/x/.codex/skills/release-notes/references/style.md",
        shown("Short sentences about search."),
      ),
    );
  return { model: "m", input, tools: [{ type: "function", name: "exec_command" }] };
};

const contentsOf = (until: Steps) => {
  const told = `<available_skills>\n  <skill>\n    <name>release-notes</name>\n    <description>${description}</description>\n    <location>/home/x/.gemini/skills/release-notes/SKILL.md</location>\n  </skill>\n</available_skills>`;
  const called = (id: string, name: string, args: object, output: string) => [
    { role: "model", parts: [{ functionCall: { id, name, args } }] },
    { role: "user", parts: [{ functionResponse: { id, name, response: { output } } }] },
  ];
  const contents: object[] = [{ role: "user", parts: [{ text: message }] }];
  const text = `<activated_skill name="release-notes">\n  <instructions>\n    ${body}  </instructions>\n\n  <available_resources>\n/home/x/.gemini/skills/release-notes\n  </available_resources>\n</activated_skill>`;
  if (until !== "asked") contents.push(...called("1", "activate_skill", { name: "release-notes" }, text));
  if (until === "read")
    contents.push(
      ...called(
        "2",
        "read_file",
        { file_path: "/home/x/.gemini/skills/release-notes/references/style.md" },
        "Short sentences about search.",
      ),
    );
  return {
    systemInstruction: { parts: [{ text: told }] },
    contents,
    tools: [{ functionDeclarations: [{ name: "activate_skill" }, { name: "read_file" }] }],
  };
};

function answerTo(protocol: WireProtocol, request: object) {
  const read = readHostRequest(protocol, request);
  if (!read) throw new Error("This request of the test is none.");
  return rehearseHost(read);
}

describe("Rehearsal in a real host", () => {
  it.each([
    ["messages", messagesOf, { tool: "Skill", input: { skill: "release-notes" } }],
    [
      "responses",
      responsesOf,
      { tool: "exec_command", input: { cmd: "cat /home/x/.codex/skills/release-notes/SKILL.md" } },
    ],
    ["generate-content", contentsOf, { tool: "activate_skill", input: { name: "release-notes" } }],
  ] as const)("asks for the best skill with the host's own tool: %s", (protocol, of, call) => {
    const move = answerTo(protocol, of("asked"));
    expect(move.calls).toEqual([call]);
    expect(move.text).toContain("Best fit: `release-notes`");
    expect(answerTo(protocol, of("asked"))).toEqual(move);
  });

  it.each([
    ["messages", messagesOf, "Read", "file_path", "/home/x/.claude/skills/release-notes/references/style.md"],
    [
      "responses",
      responsesOf,
      "exec_command",
      "cmd",
      "cat /home/x/.codex/skills/release-notes/references/style.md",
    ],
    [
      ...(["generate-content", contentsOf, "read_file", "file_path"] as const),
      "/home/x/.gemini/skills/release-notes/references/style.md",
    ],
  ] as const)("then reads the file that its instructions name: %s", (protocol, of, tool, field, path) => {
    expect(answerTo(protocol, of("loaded")).calls).toEqual([{ tool, input: { [field]: path } }]);
  });

  it.each([
    ["messages", messagesOf],
    ["responses", responsesOf],
    ["generate-content", contentsOf],
  ] as const)("then answers with what it read, and no word more: %s", (protocol, of) => {
    const { text, calls } = answerTo(protocol, of("read"));
    expect(calls).toEqual([]);
    expect(text).toContain("From `release-notes`");
    expect(text).toContain("> Short sentences about search.");
  });

  it("reads instructions without what stands around them", () => {
    const of = (instructions: string) => answerTo("messages", messagesOf("loaded", instructions)).calls;
    const [call] = of(body);
    expect(call?.tool).toBe("Read");
    const matter = "---\nname: release-notes\nx: [a](other.md)\n---x\n---\n";
    for (const around of [`${matter}${body}`, matter.replaceAll("\n", "\r\n") + body])
      expect(of(around)).toEqual([call]);
    const wrapped = `See [this](other.md).\n<instructions>\n${body}\n  </instructions>\n[that](that.md)`;
    expect(of(wrapped)).toEqual([call]);
  });

  it.each([
    ["blanks", `<instructions>${" ".repeat(200_000)}x`],
    ["openings", "<instructions>\n".repeat(20_000)],
    ["fences", `---\n${"---x\n".repeat(40_000)}`],
  ])("is not held up by many %s", (_, instructions) => {
    const request = messagesOf("loaded", instructions);
    const spentMs = watchCpu();
    answerTo("messages", request);
    expect(spentMs()).toBeLessThan(2_000);
  });

  it("says what the host refused, and asks no second time", () => {
    const { text, calls } = answerTo("messages", messagesOf("refused"));
    expect(calls).toEqual([]);
    expect(text).toContain("Unknown skill: release-notes");
  });

  it("answers in words where no skill fits, or nothing is offered that loads one", () => {
    const odd = { model: "m", messages: [{ role: "user", content: "Hello" }] };
    expect(answerTo("messages", odd).calls).toEqual([]);
    const { tools: _, ...bare } = messagesOf("asked");
    expect(answerTo("messages", bare).calls).toEqual([]);
  });
});
