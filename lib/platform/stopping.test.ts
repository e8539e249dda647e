import { EventEmitter, once } from "node:events";
import http from "node:http";
import net from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenForStop, stopping } from "./stopping";

/** Longer than any test may take: one that waited for a connection's end would not end itself. */
const keepAliveMs = 600_000;
const eventStream = "text/event-stream; charset=utf-8";

let system: EventEmitter;
let forget: () => void;
let server: http.Server;
let answer: (request: http.IncomingMessage, response: http.ServerResponse) => void;
const agent = new http.Agent({ keepAlive: true });

beforeEach(async () => {
  globalThis.greenroomStopping = undefined;
  system = new EventEmitter();
  forget = listenForStop(system);
  server = http.createServer((request, response) => answer(request, response));
  server.keepAliveTimeout = keepAliveMs;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  forget();
  server.closeAllConnections();
  server.close();
});

const portOf = (): number => {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
};

async function ask(): Promise<{ text: () => Promise<string> }> {
  const request = http.get({ port: portOf(), host: "127.0.0.1", agent });
  const [response] = await once(request, "response");
  const pieces: string[] = [];
  response.setEncoding("utf8").on("data", (piece: string) => pieces.push(piece));
  const ended = once(response, "end");
  return { text: () => ended.then(() => pieces.join("")) };
}

/** Asks the server to stop as the system does; resolves once it has. */
async function stop(): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  system.emit("SIGTERM");
  await closed;
}

/** Streams until the server stops, as the API's event streams do. */
const streamUntilStop = (_: http.IncomingMessage, response: http.ServerResponse) => {
  response.setHeader("content-type", eventStream);
  response.write(": following\n\n");
  stopping().addEventListener("abort", () => setTimeout(() => response.end("last\n\n"), 20));
};

describe("a server that is asked to stop", () => {
  it("ends 400 streams with their last piece and their connections at once", async () => {
    answer = streamUntilStop;
    const streams = await Promise.all(Array.from({ length: 400 }, ask));
    await stop();
    for (const { text } of streams) expect(await text()).toBe(": following\n\nlast\n\n");
  });

  it("does not wait for a connection that nobody ever asked anything on", async () => {
    const silent = net.connect(portOf(), "127.0.0.1");
    const accepted = once(server, "connection");
    await Promise.all([once(silent, "connect"), accepted]);
    const gone = once(silent, "close");
    await stop();
    await gone;
  });

  it("does not wait for the reader of a stream who does not read", async () => {
    answer = (_, response) => {
      response.setHeader("content-type", eventStream);
      stopping().addEventListener("abort", () => response.end("x".repeat(64 * 1024 * 1024)));
      response.write(": following\n\n");
    };
    const reader = net.connect(portOf(), "127.0.0.1");
    reader.on("error", () => {});
    reader.write("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    await once(reader, "readable");
    await stop();
    reader.destroy();
  });

  it("finishes every other answer that is under way, however long it takes", async () => {
    let finish = () => {};
    answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[");
      finish = () => response.end("1]");
    };
    const { text } = await ask();
    const stopped = stop();
    setTimeout(() => finish(), 800);
    expect(await text()).toBe("[1]");
    await stopped;
  });
});
