import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";

export type Asked = { path: string; headers?: Record<string, string>; body?: Buffer };
export type Answered = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** A client that keeps its connections, so many at once. */
export function openClient(baseUrl: string, connections: number) {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  const send = ({ path, headers = {}, body }: Asked) => {
    const length = body ? { "content-length": String(body.byteLength) } : {};
    const method = body ? "POST" : "GET";
    return request({ hostname, port, path, method, agent, headers: { ...headers, ...length } });
  };

  /** The whole answer. */
  const ask = (asked: Asked): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const sent = send(asked);
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
      const sent = send(asked);
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
  return { ask, count, close: () => agent.destroy() };
}

export type Client = ReturnType<typeof openClient>;
