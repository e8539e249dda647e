import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect, type NetConnectOpts } from "node:net";
import { buffer } from "node:stream/consumers";

export type Asked = { path: string; headers?: Record<string, string>; body?: Buffer };
export type Answered = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

const bufferBytes = 256 * 1024;

/**
 * Connections that read into one buffer each: what came before is gone with the next reading. With a new buffer for
 * every 64 KB the client takes longer over an answer of 400 KB than the server, and it would be the client that is measured.
 */
class OneBufferAgent extends Agent {
  override createConnection(options: NetConnectOpts) {
    const buffer = Buffer.allocUnsafeSlow(bufferBytes);
    const callback = (length: number) => {
      socket.emit("data", buffer.subarray(0, length));
      return true; // to be read on
    };
    const socket = connect({ ...options, onread: { buffer, callback } });
    return socket;
  }
}

/** A client that keeps its connections, so many at once. */
export function openClient(baseUrl: string, connections: number) {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const counting = new OneBufferAgent({ keepAlive: true, maxSockets: connections });

  const send = ({ path, headers = {}, body }: Asked, agent: Agent) => {
    const length = body ? { "content-length": String(body.byteLength) } : {};
    const method = body ? "POST" : "GET";
    return request({ hostname, port, path, method, agent, headers: { ...headers, ...length } });
  };

  /** The whole answer. */
  const ask = (asked: Asked): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const sent = send(asked, agent);
      sent.on("error", reject);
      sent.on("response", (answer) => {
        const { statusCode: status = 0, headers } = answer;
        buffer(answer).then((bytes) => resolve({ status, headers, bytes }), reject);
      });
      sent.end(asked.body);
    });

  /** Reads to the end and keeps nothing: the status, and how many bytes came. */
  const count = (asked: Asked): Promise<{ status: number; bytes: number }> =>
    new Promise((resolve, reject) => {
      const sent = send(asked, counting);
      sent.on("error", reject);
      sent.on("response", (answer) => {
        let bytes = 0;
        answer.on("data", (piece: Buffer) => {
          bytes += piece.length;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, bytes }));
        answer.on("error", reject);
      });
      sent.end(asked.body);
    });
  const close = () => {
    agent.destroy();
    counting.destroy();
  };
  return { ask, count, close };
}

export type Client = ReturnType<typeof openClient>;
