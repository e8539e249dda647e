import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { HostProtocol } from "@/lib/hosts/host-traffic";
import type { TokenCounter } from "@/lib/runtime/ports";
import type { RawCall } from "./hosts";

type Json = Record<string, unknown>;

/** A model on loopback that makes the calls of a script, one a turn, and then says that it is done. */
export type ScriptedModel = {
  base: string;
  requests: Json[];
  /** Makes these calls from now on, and forgets what it was asked before. */
  begin(calls: readonly RawCall[]): void;
  close(): void;
};

const turns: readonly (readonly [RegExp, HostProtocol])[] = [
  [/\/v1\/messages(?:\?|$)/, "messages"],
  [/\/responses$/, "responses"],
  [/\/chat\/completions$/, "chat-completions"],
  [/enerateContent/, "generate-content"],
];

/**
 * Requests without tools (titles, routers, counts) are answered and not kept. It counts tokens as the dialects do, so that
 * a limit in tokens is the same one for both.
 */
export async function startScriptedModel(
  script: readonly RawCall[],
  countTokens: TokenCounter,
): Promise<ScriptedModel> {
  const requests: Json[] = [];
  let calls = script;
  const server: Server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const path = request.url ?? "";
      const isCount = /count/i.test(path);
      const [, protocol] = (request.method === "POST" && turns.find(([one]) => one.test(path))) || [];
      if (isCount) return sendJson(response, countOf(toRecord(JSON.parse(text)), countTokens));
      if (!protocol) return sendJson(response, {});
      const body = toRecord(JSON.parse(text));
      const hasTools = Array.isArray(body.tools) && body.tools.length > 0;
      if (hasTools) requests.push(body);
      const call = hasTools ? calls[requests.length - 1] : undefined;
      answers[protocol](response, { body, call, step: requests.length, path });
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    base: `http://127.0.0.1:${port}`,
    requests,
    begin: (next) => {
      calls = next;
      requests.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function countOf({ messages, contents }: Json, countTokens: TokenCounter): Json {
  const tokens = countTokens(textsIn(messages ?? contents).join("\n"));
  return { input_tokens: tokens, totalTokens: tokens };
}

/** Every text of a conversation, in each protocol: what stands under `text`, and contents that are texts alone. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(toRecord(value)).flatMap(([key, inner]) =>
    typeof inner === "string" ? (key === "text" || key === "content" ? [inner] : []) : textsIn(inner),
  );
}

export const toRecord = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader("content-type", "application/json").end(JSON.stringify(value));
}

type Turn = { body: Json; call: RawCall | undefined; step: number; path: string };
type Answer = (response: ServerResponse, turn: Turn) => void;

function sendEvents(response: ServerResponse, events: readonly (readonly [string, Json])[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [type, data] of events)
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.end();
}

const answers: Record<HostProtocol, Answer> = {
  messages(response, { body, call, step }) {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: `m${step}`, type: "message", role: "assistant", content: [], model: body.model };
    const block = call
      ? { type: "tool_use", id: `t${step}`, name: call.tool, input: {} }
      : { type: "text", text: "" };
    const delta = call
      ? { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
      : { type: "text_delta", text: "done" };
    sendEvents(response, [
      ["message_start", { message: { ...message, stop_reason: null, usage } }],
      ["content_block_start", { index: 0, content_block: block }],
      ["content_block_delta", { index: 0, delta }],
      ["content_block_stop", { index: 0 }],
      [
        "message_delta",
        {
          delta: { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null },
          usage: { output_tokens: 1 },
        },
      ],
      ["message_stop", {}],
    ]);
  },
  responses(response, { call, step }) {
    const base = { id: `i${step}`, status: "completed" };
    const text = { type: "output_text", text: "done", annotations: [] };
    const item = call
      ? {
          ...base,
          type: "function_call",
          call_id: `c${step}`,
          name: call.tool,
          arguments: JSON.stringify(call.input),
        }
      : { ...base, type: "message", role: "assistant", content: [text] };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const details = {
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const whole = { id: `r${step}`, object: "response" };
    sendEvents(response, [
      ["response.created", { response: { ...whole, status: "in_progress", output: [] } }],
      ["response.output_item.done", { output_index: 0, item }],
      [
        "response.completed",
        { response: { ...whole, status: "completed", output: [item], usage: { ...usage, ...details } } },
      ],
    ]);
  },
  "chat-completions"(response, { call, step }) {
    const name = call?.tool;
    const delta = call
      ? {
          tool_calls: [
            {
              index: 0,
              id: `c${step}`,
              type: "function",
              function: { name, arguments: JSON.stringify(call.input) },
            },
          ],
        }
      : { content: "done" };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const chunk = (choices: readonly Json[], more: Json = {}) =>
      `data: ${JSON.stringify({ id: `m${step}`, object: "chat.completion.chunk", created: 1, model: "m", choices, ...more })}\n\n`;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chunk([{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }]));
    response.write(chunk([{ index: 0, delta: {}, finish_reason: call ? "tool_calls" : "stop" }]));
    response.end(`${chunk([], { usage })}data: [DONE]\n\n`);
  },
  "generate-content"(response, { body, call, path }) {
    const wantsJson = toRecord(body.generationConfig).responseJsonSchema !== undefined;
    const text = wantsJson ? '{"complexity_reasoning":"x","complexity_score":10}' : "done";
    const part = call ? { functionCall: { name: call.tool, args: call.input } } : { text };
    const answer = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    if (!/stream/i.test(path)) return sendJson(response, answer);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`);
  },
};
