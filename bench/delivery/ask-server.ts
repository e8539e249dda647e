import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { AnswerReader, type Counted } from "./answer-reader";

export type Asked = { path: string; headers?: Record<string, string>; body?: Buffer };
export type Answered = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

const bufferBytes = 256 * 1024;

/** A client that keeps its connections, so many at once. */
export function openClient(baseUrl: string, connections: number) {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const idle: Connection[] = [];
  const opened: Connection[] = [];

  /** The whole answer. */
  const ask = ({ path, headers = {}, body }: Asked): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const length = body ? { "content-length": String(body.byteLength) } : {};
      const method = body ? "POST" : "GET";
      const sent = request({ hostname, port, path, method, agent, headers: { ...headers, ...length } });
      sent.on("error", reject);
      sent.on("response", (answer) => {
        const { statusCode: status = 0, headers } = answer;
        buffer(answer).then((bytes) => resolve({ status, headers, bytes }), reject);
      });
      sent.end(body);
    });

  /** Reads to the end and keeps nothing: the status, and how many bytes came. */
  const count = async (asked: Asked): Promise<Counted> => {
    const connection = idle.pop() ?? openConnection(hostname, Number(port));
    if (!opened.includes(connection)) opened.push(connection);
    const counted = await connection.count(asked);
    idle.push(connection);
    return counted;
  };
  const close = () => {
    agent.destroy();
    for (const connection of opened) connection.close();
  };
  return { ask, count, close };
}

export type Client = ReturnType<typeof openClient>;
type Connection = ReturnType<typeof openConnection>;

/**
 * One connection that reads into one buffer: what came before is gone with the next reading. Node's own client takes a new
 * buffer for every 64 KB and longer over an answer of 400 KB than the server does: it would be the client that is measured.
 */
function openConnection(host: string, port: number) {
  const reader = new AnswerReader();
  let waiting: PromiseWithResolvers<Counted> | undefined;
  const callback = (length: number, bytes: Uint8Array) => {
    try {
      const counted = reader.read(Buffer.from(bytes.buffer, bytes.byteOffset, length));
      if (counted) waiting?.resolve(counted);
    } catch (error) {
      waiting?.reject(error);
    }
    return true; // to be read on
  };
  const socket = connect({ host, port, onread: { buffer: Buffer.allocUnsafeSlow(bufferBytes), callback } });
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error("The server has closed the connection.")));
  return {
    count({ path, headers = {}, body }: Asked): Promise<Counted> {
      waiting = Promise.withResolvers();
      const lines = Object.entries({
        host: `${host}:${port}`,
        ...headers,
        ...(body && { "content-length": String(body.byteLength) }),
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `${body ? "POST" : "GET"} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
      socket.write(body ? Buffer.concat([Buffer.from(head, "latin1"), body]) : head);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}
