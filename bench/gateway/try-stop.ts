import { createServer } from "node:http";
import type { Installation } from "../faults/installation";
import { connectModel, exchangesOf, makeKey } from "./connect-model";
import type { Tried } from "./try-host";

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const piece = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const end = [
  event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
  event({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 9 } }),
  "data: [DONE]\n\n",
];

/**
 * A server that is told to stop while one answer of a model has just ended and another one has not: `restart` gives the
 * same installation again, where both have to be written down.
 */
export async function tryStop(
  at: Installation,
  { home, restart }: { home: string; restart: () => Promise<Installation> },
): Promise<Tried> {
  let asked = 0;
  const model = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(piece("Hello there, "));
    if (asked === 1) response.end(end.join(""));
  });
  await new Promise<void>((ready) => model.listen(0, "127.0.0.1", ready));
  try {
    const address = model.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const connection = await connectModel(at, home, { name: "Stop", provider: "compatible", baseUrl });
    const key = await makeKey(at, home, { name: "Stop", model: connection });
    asked = 0;
    const ask = (content: string) =>
      fetch(`${key.address}/v1/chat/completions`, {
        method: "POST",
        body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content }] }),
      });
    const whole = await ask("First");
    await whole.text();
    const open = await ask("Second");
    await open.body?.getReader().read();
    const seconds = await at.stop();
    const went = await exchangesOf(await restart(), home, key.id);
    const counted = went.filter(({ tokens }) => tokens !== null && tokens.output > 0);
    const told = went.map(({ ending, tokens }) => `${ending}, ${tokens?.output ?? "no"} tokens`).sort();
    return {
      told: `stopped in ${seconds.toFixed(1)} s with an answer under way; written down: ${told.join("; ")}`,
      holds: counted.length === 2,
    };
  } finally {
    model.closeAllConnections();
    model.close();
  }
}
