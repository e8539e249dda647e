import type { HostProtocol } from "@/lib/hosts/host-traffic";

/** What a scripted host sends: the same places, names and shapes as the real ones, in words of ours. */
export type ScriptedCall = {
  tool: string;
  input: Record<string, unknown>;
  result: string;
  /** Texts that the host puts behind the result. */
  texts?: readonly string[];
  isError?: boolean;
};

export type ScriptedHost = {
  skills: readonly { name: string; description: string }[];
  message: string;
  calls: readonly ScriptedCall[];
  /** What the model said at last, and the person after it. */
  after?: readonly { said: string; asked: string }[];
  session?: string;
};

/** Where a scripted host says that its skills lie. */
export const skillFolder = "/home/tomas/skills";

/** One request of a scripted host with the whole history in it. */
export function scriptedRequest(protocol: HostProtocol, host: ScriptedHost): Record<string, unknown> {
  return requests[protocol](host);
}

const requests: Record<HostProtocol, (host: ScriptedHost) => Record<string, unknown>> = {
  messages: ({ skills, message, calls, after = [], session = "s-1" }) => ({
    model: "claude-sonnet-4-5",
    stream: true,
    metadata: { user_id: JSON.stringify({ device_id: "d", session_id: session }) },
    system: [{ type: "text", text: "cc_version=2.1.330.abc; You write code." }],
    tools: [
      { name: "Skill", input_schema: { type: "object", properties: { skill: { type: "string" } } } },
      { name: "Read", input_schema: { type: "object", properties: { file_path: { type: "string" } } } },
    ],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "<system-reminder>\nToday is Sunday.\n</system-reminder>" },
          { type: "text", text: `<system-reminder>\n${listOf(skills)}\n</system-reminder>` },
          { type: "text", text: message },
        ],
      },
      ...calls.flatMap(({ tool, input, result, texts = [], isError }, at) => [
        { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: tool, input }] },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: `t${at}`,
              content: result,
              ...(isError ? { is_error: true } : {}),
            },
            ...texts.map((text) => ({ type: "text", text })),
          ],
        },
      ]),
      ...after.flatMap(({ said, asked }) => [
        { role: "assistant", content: [{ type: "text", text: said }] },
        { role: "user", content: asked },
      ]),
    ],
  }),

  responses: ({ skills, message, calls, after = [], session = "s-1" }) => ({
    model: "gpt-codex",
    stream: true,
    prompt_cache_key: session,
    client_metadata: { "x-codex-window-id": `${session}:0` },
    tools: [{ type: "function", name: "exec_command", parameters: { type: "object", properties: {} } }],
    input: [
      { type: "message", role: "developer", content: [{ type: "input_text", text: rootedListOf(skills) }] },
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "<environment_context>\n<cwd>/x</cwd>\n</environment_context>" },
        ],
      },
      { type: "message", role: "user", content: [{ type: "input_text", text: message }] },
      ...calls.flatMap(({ tool, input, result }, at) => [
        { type: "function_call", call_id: `c${at}`, name: tool, arguments: JSON.stringify(input) },
        { type: "function_call_output", call_id: `c${at}`, output: result },
      ]),
      ...after.flatMap(({ said, asked }) => [
        { type: "message", role: "assistant", content: [{ type: "output_text", text: said }] },
        { type: "message", role: "user", content: [{ type: "input_text", text: asked }] },
      ]),
    ],
  }),

  "chat-completions": ({ skills, message, calls, after = [] }) => ({
    model: "any",
    tools: [{ type: "function", function: { name: "load_skill", parameters: { type: "object" } } }],
    messages: [
      { role: "system", content: elementsOf(skills) },
      { role: "user", content: message },
      ...calls.flatMap(({ tool, input, result }, at) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: `c${at}`, type: "function", function: { name: tool, arguments: JSON.stringify(input) } },
          ],
        },
        { role: "tool", tool_call_id: `c${at}`, content: result },
      ]),
      ...after.flatMap(({ said, asked }) => [
        { role: "assistant", content: said },
        { role: "user", content: asked },
      ]),
    ],
  }),

  "generate-content": ({ skills, message, calls, after = [] }) => ({
    systemInstruction: { role: "user", parts: [{ text: `You write code.\n\n${elementsOf(skills)}` }] },
    tools: [{ functionDeclarations: [{ name: "activate_skill", parametersJsonSchema: { type: "object" } }] }],
    contents: [
      { role: "user", parts: [{ text: "<session_context>\nToday is Sunday.\n</session_context>" }] },
      { role: "user", parts: [{ text: message }] },
      ...calls.flatMap(({ tool, input, result, isError }, at) => [
        { role: "model", parts: [{ functionCall: { id: `f${at}`, name: tool, args: input } }] },
        {
          role: "user",
          parts: [
            {
              functionResponse: {
                id: `f${at}`,
                name: tool,
                response: isError ? { error: result } : { output: result },
              },
            },
          ],
        },
      ]),
      ...after.flatMap(({ said, asked }) => [
        { role: "model", parts: [{ text: said }] },
        { role: "user", parts: [{ text: asked }] },
      ]),
    ],
  }),
};

type Skills = ScriptedHost["skills"];

const listOf = (skills: Skills) =>
  [
    "These skills can be loaded:",
    "",
    ...skills.map(({ name, description }) => lineOf(name, description)),
  ].join("\n");

const lineOf = (name: string, description: string) =>
  description === "" ? `- ${name}` : `- ${name}: ${description}`;

const rootedListOf = (skills: Skills) =>
  [
    "<skills_instructions>",
    "### Skill roots",
    `- \`r0\` = \`${skillFolder}\``,
    "### Available skills",
    ...skills.map(({ name, description }) => `- ${name}: ${description} (file: r0/${name}/SKILL.md)`),
    "</skills_instructions>",
  ].join("\n");

const elementsOf = (skills: Skills) =>
  [
    "<available_skills>",
    ...skills.map(
      ({ name, description }) =>
        `  <skill>\n    <name>${name}</name>\n    <description>${description}</description>\n` +
        `    <location>${skillFolder}/${name}/SKILL.md</location>\n  </skill>`,
    ),
    "</available_skills>",
  ].join("\n");

/** What a host brings in for a body: its base directory, then the text. */
export const launchedText = (name: string, body: string): string =>
  `Base directory for this skill: ${skillFolder}/${name}\n\n${body}`;

/** The same in a frame of elements. */
export const activatedText = (name: string, body: string): string =>
  `<activated_skill name="${name}">\n  <instructions>\n    ${body.trim()}\n  </instructions>\n</activated_skill>`;

/** What a shell says around what a command wrote. */
export const shellOutput = (output: string, code = 0): string =>
  `Chunk ID: 0a1b2c\nWall time: 0.0100 seconds\nProcess exited with code ${code}\nOriginal token count: 9\nOutput:\n${output}`;

/** A streamed answer of the Messages API. */
export function streamedMessage(
  parts: readonly ({ text: string } | { tool: string; input: unknown; id: string })[],
): string {
  const events: Record<string, unknown>[] = [
    { type: "message_start", message: { usage: { input_tokens: 100, cache_read_input_tokens: 20 } } },
    ...parts.flatMap((part, index) => [
      {
        type: "content_block_start",
        index,
        content_block:
          "text" in part
            ? { type: "text", text: "" }
            : { type: "tool_use", id: part.id, name: part.tool, input: {} },
      },
      {
        type: "content_block_delta",
        index,
        delta:
          "text" in part
            ? { type: "text_delta", text: part.text }
            : { type: "input_json_delta", partial_json: JSON.stringify(part.input) },
      },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 12 } },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
