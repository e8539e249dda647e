import "server-only";
import { delimiterPacket, flushPacket, packet } from "./pkt-line";

/** What each request says of itself, as far as the server knows it. */
const announce = (command: string) => [
  packet(`command=${command}\n`),
  packet("agent=greenroom\n"),
  packet("object-format=sha1\n"),
  delimiterPacket,
];

/** Asks what these names are now (gitprotocol-v2, "ls-refs"). */
export const listRefsRequest = (prefixes: readonly string[]): Buffer =>
  Buffer.concat([
    ...announce("ls-refs"),
    packet("peel\n"),
    ...prefixes.map((prefix) => packet(`ref-prefix ${prefix}\n`)),
    flushPacket,
  ]);

/** Asks for one commit with all of its files and nothing before it (gitprotocol-v2, "fetch"); the pack stands on its own. */
export const fetchOneRequest = (commit: string): Buffer =>
  Buffer.concat([
    ...announce("fetch"),
    packet("no-progress\n"),
    packet("ofs-delta\n"),
    packet("deepen 1\n"),
    packet(`want ${commit}\n`),
    packet("done\n"),
    flushPacket,
  ]);
