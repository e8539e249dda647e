import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { z } from "zod";

export type WireRequest = { path: string; headers: IncomingMessage["headers"]; body: Buffer };
type Answer = (response: ServerResponse, request: WireRequest) => void | Promise<void>;

export type WireServer = {
  /** Of an API with its version. */
  baseUrl: string;
  requests: WireRequest[];
  /** Answers that were let go of before they had ended. */
  left: () => number;
};

/** A provider on this machine that is nothing but a wire: each request is answered by `answer`, byte by byte. */
export async function startWireServer(answer: Answer): Promise<WireServer> {
  const requests: WireRequest[] = [];
  let left = 0;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    const received = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(pieces) };
    requests.push(received);
    response.on("close", () => {
      if (!response.writableFinished) left += 1;
    });
    await answer(response, received);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, left: () => left };
}

/** Server-sent events of the Anthropic Messages API for one text, in so many pieces. */
export function messageEvents(text: readonly string[], tokens = { input: 120, output: 30 }): string[] {
  const usage = { input_tokens: tokens.input, output_tokens: 1 };
  const message = { id: "m1", type: "message", role: "assistant", content: [], model: "large", usage };
  return [
    event("message_start", { message }),
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    ...text.map((piece) =>
      event("content_block_delta", { index: 0, delta: { type: "text_delta", text: piece } }),
    ),
    event("content_block_stop", { index: 0 }),
    event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: tokens.output } }),
    event("message_stop", {}),
  ];
}

const event = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
