import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { deliveryDoor } from "@/lib/api/delivery-door";

export type ServedDoor = {
  origin: string;
  /** Of every request, in order: "GET 200 /d/..." */
  asked: string[];
  close: () => void;
};

/** The door of delivery addresses alone, on loopback. Its address is the server's public one from then on. */
export async function serveDoor(): Promise<ServedDoor> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const answer = await deliveryDoor.fetch(await toRequest(request));
    asked.push(`${request.method} ${answer.status} ${request.url}`);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  process.env.GREENROOM_URL = origin;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, asked, close };
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method ?? "GET",
    headers,
    ...(pieces.length === 0 ? {} : { body: Buffer.concat(pieces) }),
  });
}
