import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";

const path = "/usr/local/bin:/usr/bin:/bin";

/** Answers one request with git's own program over the repositories in a folder, as web servers run it. */
export function runBackend(root: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { pathname, search } = new URL(incoming.url ?? "/", "http://localhost");
  const header = (name: string) => String(incoming.headers[name] ?? "");
  const child = spawn("git", ["http-backend"], {
    env: {
      NODE_ENV: "test",
      PATH: path,
      HOME: root,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: incoming.method ?? "GET",
      CONTENT_TYPE: header("content-type"),
      CONTENT_LENGTH: header("content-length"),
      HTTP_CONTENT_ENCODING: header("content-encoding"),
      GIT_PROTOCOL: header("git-protocol"),
      REMOTE_ADDR: "127.0.0.1",
      REMOTE_USER: "greenroom",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  incoming.pipe(child.stdin);
  child.stdin.on("error", () => {});
  let head = Buffer.alloc(0);
  let isBegun = false;
  child.stdout.on("data", (piece: Buffer) => {
    if (isBegun) return void outgoing.write(piece);
    head = Buffer.concat([head, piece]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    isBegun = true;
    const lines = head.toString("latin1", 0, end).split("\r\n");
    const status = lines.find((line) => line.startsWith("Status: "))?.slice(8, 11);
    const headers = lines.filter((line) => !line.startsWith("Status: ")).map((line) => line.split(": ", 2));
    outgoing.writeHead(Number(status ?? 200), Object.fromEntries(headers));
    outgoing.write(head.subarray(end + 4));
  });
  child.stdout.on("end", () => outgoing.end());
}
