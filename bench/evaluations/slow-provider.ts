import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const bodySchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
});

/** One request as the provider has it on its bill. */
export type Billed = { input: number; output: number; milliseconds: number; isWhole: boolean };

export type SlowProvider = {
  baseUrl: string;
  /** Every request since the last call of this. */
  take(): Billed[];
  /** From now on each answer takes so many milliseconds, at least and at most. */
  setPace(least: number, most: number): void;
  close(): Promise<void>;
};

type Settings = {
  /** In messages for which it activates the one skill that it is offered. */
  word: string;
  countTokens: (text: string) => number;
  random: () => number;
};

const outputTokens = { call: 40, text: 250 } as const;

/** A provider on this machine that answers as a good model would, after a while, and bills each request as it comes. */
export async function startSlowProvider(settings: Settings): Promise<SlowProvider> {
  let billed: Billed[] = [];
  let pace = { least: 0, most: 0 };
  const server = createServer(async (request, response) => {
    const startedAt = performance.now();
    if (request.method === "GET") return void response.end(JSON.stringify({ object: "list", data: [] }));
    const body = bodySchema.parse(JSON.parse(await textOf(request)));
    const answer = answerTo(body, settings);
    const input =
      settings.countTokens(body.messages.map(({ content }) => JSON.stringify(content)).join("\n")) +
      settings.countTokens(JSON.stringify(body.tools));
    const bill: Billed = { input, output: answer.output, milliseconds: 0, isWhole: false };
    billed.push(bill);
    await sleep(pace.least + settings.random() * (pace.most - pace.least));
    response.once("finish", () => {
      bill.isWhole = true;
      bill.milliseconds = performance.now() - startedAt;
    });
    send(response, answer, bill);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    setPace: (least, most) => {
      pace = { least, most };
    },
    take: () => {
      const taken = billed;
      billed = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const textOf = async (request: IncomingMessage): Promise<string> =>
  (await Array.fromAsync(request, String)).join("");

type Answer = { call: { name: string; input: object } | null; text: string; output: number };

function answerTo({ messages, tools }: z.infer<typeof bodySchema>, { word }: Settings): Answer {
  const names = new Set(tools.map((tool) => tool.function.name));
  if (names.has("report_word"))
    return { call: { name: "report_word", input: { word: "ready" } }, text: "ready", output: 10 };
  const [skill = ""] = /pdf-tools-\d+/.exec(JSON.stringify([messages, tools])) ?? [];
  const last = messages.at(-1);
  const isAsked = last?.role === "user" && JSON.stringify(last.content).includes(word);
  if (isAsked && names.has("activate_skill"))
    return { call: { name: "activate_skill", input: { name: skill } }, text: "", output: outputTokens.call };
  return { call: null, text: "Here is what I know about it.", output: outputTokens.text };
}

/** Server-sent events as OpenAI's chat completions have them. */
function send(response: ServerResponse, { call, text, output }: Answer, { input }: Billed): void {
  const chunk = (choices: object[], more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "slow", choices, ...more })}\n\n`,
    );
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (text !== "") chunk([{ index: 0, delta: { role: "assistant", content: text }, finish_reason: null }]);
  if (call !== null) {
    const made = { name: call.name, arguments: JSON.stringify(call.input) };
    const calls = [{ index: 0, id: "call_1", type: "function", function: made }];
    chunk([{ index: 0, delta: { role: "assistant", tool_calls: calls }, finish_reason: null }]);
  }
  chunk([{ index: 0, delta: {}, finish_reason: call === null ? "stop" : "tool_calls" }]);
  chunk([], {
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  });
  response.end("data: [DONE]\n\n");
}
