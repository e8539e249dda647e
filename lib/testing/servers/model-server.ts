import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";

/** What a scripted provider does with one request. */
export type Reply =
  | {
      kind: "answer";
      text?: readonly string[];
      calls?: readonly ScriptedCall[];
      /** After each piece. */
      pauseMs?: number;
      /** Its end comes after this: until then it is being written. */
      until?: Promise<unknown>;
      /** Streamed first: an event that nobody knows yet. */
      newEvent?: { type: string };
    }
  /** Refused before anything is streamed. */
  | { kind: "refuse"; status: number; headers?: Record<string, string>; body: unknown }
  /** Streams these pieces, then fails in one way. */
  | { kind: "break"; text: readonly string[]; how: "cut" | "end" | "garbage" | "silence" | "overloaded" };

/** `input` is an object, or the text that stands where JSON should. */
export type ScriptedCall = { name: string; input: unknown /** Made up when absent. */; id?: string };

/** A reply, or what it is for a request. */
export type Replying = Reply | ((received: Received) => Reply);

export type Wire = "openai" | "anthropic";
export type Received = { path: string; headers: Record<string, string>; body: Record<string, unknown> };

export type ModelServer = {
  wire: Wire;
  /** As a connection is given it. */
  baseUrl: string;
  requests: readonly Received[];
  close(): Promise<void>;
};

export const scriptedTokens = { input: 120, output: 30, cached: 20 } as const;

/**
 * A provider on this machine: real HTTP, real server-sent events. Request n gets reply n, the last one again and again.
 * The shapes are those of OpenAI's chat completions and of Anthropic's messages, as documented in November 2026.
 */
export async function startModelServer(wire: Wire, replies: readonly Replying[]): Promise<ModelServer> {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return listModels(response);
    const received = await receive(request);
    requests.push(received);
    if (wire === "anthropic" && lacksTools(received.body)) return refuseBlocks(response);
    const replying = replies[Math.min(requests.length, replies.length) - 1];
    const reply = typeof replying === "function" ? replying(received) : replying;
    if (reply) await play(wire, reply, response, requests.length);
    else response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    wire,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const blocksSchema = z.object({
  tools: z.array(z.unknown()).default([]),
  messages: z.array(z.object({ content: z.union([z.string(), z.array(z.object({ type: z.string() }))]) })),
});

/** Whether calls or answers of tools stand in a request that offers none. */
function lacksTools(body: unknown): boolean {
  const parsed = blocksSchema.safeParse(body);
  if (!parsed.success || parsed.data.tools.length > 0) return false;
  const types = parsed.data.messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.map(({ type }) => type),
  );
  return types.includes("tool_use") || types.includes("tool_result");
}

/** In the words of the real one. */
function refuseBlocks(response: ServerResponse): void {
  const message = "Requests which have `tool_use` or `tool_result` blocks in `messages` must define tools.";
  response.writeHead(400, { "content-type": "application/json" });
  response.end(JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } }));
}

function listModels(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ object: "list", data: [{ id: "small" }, { id: "large" }] }));
}

async function receive(request: IncomingMessage): Promise<Received> {
  const text = (await Array.fromAsync(request, String)).join("");
  return {
    path: request.url ?? "",
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: z.record(z.string(), z.unknown()).parse(JSON.parse(text)),
  };
}

async function play(wire: Wire, reply: Reply, response: ServerResponse, turn: number): Promise<void> {
  if (reply.kind === "refuse") {
    const body = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers }).end(body);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (event: WireEvent): void => {
    const name = event.name === undefined ? "" : `event: ${event.name}\n`;
    response.write(
      `${name}data: ${typeof event.data === "string" ? event.data : JSON.stringify(event.data)}\n\n`,
    );
  };
  const words = wire === "openai" ? openaiWords(turn) : anthropicWords(turn);
  for (const event of words.start) send(event);
  if (reply.kind === "answer" && reply.newEvent) send({ name: reply.newEvent.type, data: reply.newEvent });
  for (const piece of reply.text ?? []) {
    for (const event of words.text(piece)) send(event);
    if (reply.kind === "answer" && reply.pauseMs) await new Promise((go) => setTimeout(go, reply.pauseMs));
  }
  if (reply.kind === "answer") {
    await reply.until;
    for (const event of words.finish(reply.calls ?? [])) send(event);
    response.end();
  } else if (reply.how === "garbage") {
    send({ data: '{"broken":' });
    response.end();
  } else if (reply.how === "overloaded") {
    send(words.overloaded);
    response.end();
  } else if (reply.how === "end") response.end();
  // A turn of the loop, so that what was written is on its way before the socket goes.
  else if (reply.how === "cut") setTimeout(() => response.destroy(), 30);
}

type WireEvent = { name?: string; data: unknown };
type Words = {
  start: WireEvent[];
  text: (piece: string) => WireEvent[];
  finish: (calls: readonly ScriptedCall[]) => WireEvent[];
  overloaded: WireEvent;
};

const argumentsOf = ({ input }: ScriptedCall): string =>
  typeof input === "string" ? input : JSON.stringify(input);
/** As a provider streams them: in two pieces. */
const halves = (text: string): string[] => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];

function openaiWords(turn: number): Words {
  const chunk = (delta: unknown, finish: string | null = null, usage?: unknown): WireEvent => ({
    data: {
      id: `chatcmpl-${turn}`,
      object: "chat.completion.chunk",
      created: 1_790_000_000,
      model: "scripted",
      choices: delta === null ? [] : [{ index: 0, delta, finish_reason: finish }],
      ...(usage ? { usage } : {}),
    },
  });
  const { input, output, cached } = scriptedTokens;
  return {
    start: [chunk({ role: "assistant", content: "" })],
    text: (content) => [chunk({ content })],
    finish: (calls) => [
      ...calls.flatMap((call, index) => [
        chunk({
          tool_calls: [
            {
              index,
              id: call.id ?? `call_${turn}_${index}`,
              type: "function",
              function: { name: call.name, arguments: "" },
            },
          ],
        }),
        ...halves(argumentsOf(call)).map((text) =>
          chunk({ tool_calls: [{ index, function: { arguments: text } }] }),
        ),
      ]),
      chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
      chunk(null, null, {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        prompt_tokens_details: { cached_tokens: cached },
      }),
      { data: "[DONE]" },
    ],
    overloaded: { data: { error: { message: "Overloaded", type: "overloaded_error", code: 529 } } },
  };
}

function anthropicWords(turn: number): Words {
  const event = (data: { type: string } & Record<string, unknown>): WireEvent => ({ name: data.type, data });
  const { input, output, cached } = scriptedTokens;
  let block = 0;
  let isOpen = false;
  const close = (): WireEvent[] => {
    if (!isOpen) return [];
    isOpen = false;
    return [event({ type: "content_block_stop", index: block++ })];
  };
  const open = (content_block: unknown): WireEvent => {
    isOpen = true;
    return event({ type: "content_block_start", index: block, content_block });
  };
  return {
    start: [
      event({
        type: "message_start",
        message: {
          id: `msg_${turn}`,
          type: "message",
          role: "assistant",
          model: "scripted",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: input - cached,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: cached,
            output_tokens: 1,
          },
        },
      }),
      event({ type: "ping" }),
    ],
    text: (text) => [
      ...(isOpen ? [] : [open({ type: "text", text: "" })]),
      event({ type: "content_block_delta", index: block, delta: { type: "text_delta", text } }),
    ],
    finish: (calls) => [
      ...close(),
      ...calls.flatMap((call, index) => [
        open({ type: "tool_use", id: call.id ?? `toolu_${turn}_${index}`, name: call.name, input: {} }),
        ...halves(argumentsOf(call)).map((partial_json) =>
          event({
            type: "content_block_delta",
            index: block,
            delta: { type: "input_json_delta", partial_json },
          }),
        ),
        ...close(),
      ]),
      event({
        type: "message_delta",
        delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: output },
      }),
      event({ type: "message_stop" }),
    ],
    overloaded: event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
  };
}
