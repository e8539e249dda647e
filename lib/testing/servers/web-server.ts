import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

/** Bytes, or an answer of its own. */
type Page = string | Uint8Array | ((answer: ServerResponse, headers: IncomingHttpHeaders) => void);

/** A server on loopback with a page for each path, until the test ends; every other path is 404. Pages may change. */
export async function aWebServer(pages: Record<string, Page>) {
  const seen: { path: string; authorization: string | undefined }[] = [];
  const server = createServer((asked, answer) => {
    const path = asked.url ?? "";
    seen.push({ path, authorization: asked.headers.authorization });
    const page = pages[path];
    if (page === undefined) answer.writeHead(404).end();
    else if (typeof page === "function") page(answer, asked.headers);
    else answer.end(page);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { origin: `http://127.0.0.1:${address.port}`, port: address.port, pages, seen };
}
