import { createServer, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { setEmbeddings } from "@/lib/embeddings/commands/set-embeddings";
import type { SetEmbeddings } from "@/lib/embeddings/schema";

const bodySchema = z.object({ model: z.string(), input: z.array(z.string()) });

/** What such a server answers instead of vectors. `silence` is no answer at all. */
type Trouble =
  | { kind: "silence" }
  | { kind: "refuse"; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: "answer"; data: unknown };

/** For every text of a request: null lets it answer with vectors. */
type Script = (texts: readonly string[]) => Trouble | null;

/** What words of a text are about, as one axis each; what is about none of it has an axis of its own. */
const topics: readonly RegExp[] = [
  /invoice|billing|payment|money|owed/i,
  /outage|incident|pager|broken|down/i,
  /poem|verse|rhyme/i,
];

export const meaningOf = (text: string): number[] => {
  const axes = topics.map((topic) => (topic.test(text) ? 1 : 0.01));
  return [...axes, axes.some((axis) => axis === 1) ? 0.02 : 1];
};

/** An OpenAI-compatible endpoint for embeddings on loopback, until the test ends. It may be given other manners meanwhile. */
export async function anEmbeddingServer() {
  const asked: { texts: string[]; model: string; authorization: string | undefined }[] = [];
  const manners: { script: Script } = { script: () => null };
  const server = createServer(async (request, answer) => {
    const text = (await Array.fromAsync(request, String)).join("");
    if (request.url !== "/v1/embeddings") return void answer.writeHead(404).end();
    const { model, input } = bodySchema.parse(JSON.parse(text));
    asked.push({ texts: input, model, authorization: request.headers.authorization });
    const trouble = manners.script(input);
    if (trouble) return play(trouble, answer);
    const data = input.map((one, index) => ({ object: "embedding", index, embedding: meaningOf(one) }));
    send(answer, { object: "list", model, data, usage: { prompt_tokens: 10 * input.length } });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    texts: () => asked.flatMap(({ texts }) => texts),
    behave: (script: Script) => {
      manners.script = script;
    },
  };
}

const send = (answer: ServerResponse, body: unknown): void => {
  answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
};

function play(trouble: Trouble, answer: ServerResponse): void {
  if (trouble.kind === "silence") return;
  if (trouble.kind === "answer") {
    send(answer, { object: "list", data: trouble.data });
    return;
  }
  const { status, body = { error: { message: "No." } }, headers } = trouble;
  answer.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Such a server as the workspace's endpoint; what its test asked is forgotten. */
export async function anEmbeddingEndpoint(context: Context, settings: Partial<SetEmbeddings> = {}) {
  const server = await anEmbeddingServer();
  await setEmbeddings(context, { baseUrl: server.baseUrl, modelId: "meaning", ...settings });
  server.asked.length = 0;
  return server;
}
