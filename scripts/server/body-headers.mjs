// Preloaded into the server, before Next.js: lets a route say how long its body is and how it is packed.
import { ServerResponse } from "node:http";

/** What lib/platform/body-headers.ts calls them. */
const NAMES = new Map([
  ["greenroom-content-length", "content-length"],
  ["greenroom-content-encoding", "content-encoding"],
]);

/**
 * Next.js takes both headers off what a route answers, since a `fetch` that was handed on may have unpacked its body
 * (next/dist/server/send-response.js): downloads had no length, HEAD told none, and what was packed was packed again.
 */
export function keepBodyHeaders({ prototype } = ServerResponse) {
  const { setHeader } = prototype;
  prototype.setHeader = function (name, value) {
    const kept = NAMES.get(name);
    return kept ? setHeader.call(this, kept, [value].flat()[0]) : setHeader.call(this, name, value);
  };
}
