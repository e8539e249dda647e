import { createServer, type IncomingMessage, type Server } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** A server on loopback; "http://127.0.0.1:1234" and how it is stopped. */
export type Served = { origin: string; close: () => void };

type Door = { fetch: (request: Request) => Response | Promise<Response> };

/** One of the doors, each answer piece by piece as it comes; `more` headers go with every request. */
export const serveStreams = (door: Door, more: Readonly<Record<string, string>> = {}): Promise<Served> =>
  listen(
    createServer(async (incoming, outgoing) => {
      const answer = await door.fetch(await toRequest(incoming, more));
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (!answer.body) return outgoing.end();
      await pipeline(Readable.from(answer.body), outgoing).catch(() => {});
    }),
  );

async function toRequest(
  incoming: IncomingMessage,
  more: Readonly<Record<string, string>>,
): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...incoming.headers, ...more }))
    headers.set(name, String(value));
  const method = incoming.method ?? "GET";
  const body = method === "POST" ? new Uint8Array(await buffer(incoming)) : null;
  return new Request(`http://${incoming.headers.host}${incoming.url}`, { method, headers, body });
}

export async function listen(server: Server): Promise<Served> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${address.port}`, close };
}
