import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ServerResponse } from "node:http";
import { Socket } from "node:net";

declare global {
  var greenroomStopping: AbortController | undefined;
}
// Pages, routes and the start of the server are separate bundles of one process: all of them stop at once.
function stopper(): AbortController {
  globalThis.greenroomStopping ??= new AbortController();
  return globalThis.greenroomStopping;
}

/**
 * Aborted once this server was asked to stop. Answers that never end by themselves end then: the server waits for
 * every answer that is under way, and would be killed in the middle of what it still had to finish.
 */
export const stopping = (): AbortSignal => stopper().signal;

/** How long an event stream may take to send its last piece; a reader that does not read would take for ever. */
const streamsEndMs = 1_000;
const lookAgainMs = 25;

type System = { once: (signal: NodeJS.Signals, listener: () => void) => unknown };

/**
 * Has `stopping` follow what the system asks of this process, and then closes each connection as soon as no answer is
 * under way on it. The server's own listeners still end it, but they wait for connections that browsers keep open: one
 * whose answer ends after the request to stop would be kept until it had been silent for more than a minute.
 * Returns what ends all of this.
 */
export function listenForStop(system: System = process): () => void {
  const connections = followConnections();
  let isStopping = false;
  let looking: NodeJS.Timeout | undefined;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    stopper().abort();
    connections.closeIdle();
    looking = setInterval(() => connections.closeIdle(), lookAgainMs).unref();
    setTimeout(() => connections.closeStreams(), streamsEndMs).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) system.once(signal, stop);
  return () => {
    clearInterval(looking);
    connections.forget();
  };
}

/** The connections of this process's servers from now on (https://nodejs.org/api/diagnostics_channel.html#http). */
function followConnections() {
  const open = new Set<Socket>();
  const answering = new Map<ServerResponse, Socket>();
  const onConnection = (message: unknown) => {
    if (!(hasField(message, "socket") && message.socket instanceof Socket)) return;
    const { socket } = message;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  };
  const onRequest = (message: unknown) => {
    if (!(hasField(message, "socket") && message.socket instanceof Socket)) return;
    if (!(hasField(message, "response") && message.response instanceof ServerResponse)) return;
    const { response } = message;
    answering.set(response, message.socket);
    response.once("close", () => answering.delete(response));
  };
  subscribe("net.server.socket", onConnection);
  subscribe("http.server.request.start", onRequest);
  return {
    forget: () => {
      unsubscribe("net.server.socket", onConnection);
      unsubscribe("http.server.request.start", onRequest);
    },
    closeIdle: () => {
      const busy = new Set(answering.values());
      for (const socket of open) if (!busy.has(socket)) socket.destroy();
    },
    closeStreams: () => {
      for (const [response, socket] of answering) if (isEventStream(response)) socket.destroy();
    },
  };
}

const isEventStream = (response: ServerResponse): boolean =>
  String(response.getHeader("content-type")).startsWith("text/event-stream");

const hasField = <Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> =>
  typeof value === "object" && value !== null && name in value;
