import "server-only";
import { flushPacket, packet } from "./pkt-line";
import type { Repository } from "./repository";

/** More prefixes than git sends make a list of all, which a client may always get (gitprotocol-v2). */
const mostPrefixes = 1_000;

/**
 * The answer to `ls-refs`: HEAD first, then the others as the repository lists them. Tags here are names of commits,
 * so that `peel` has nothing to add.
 */
export function listRefs({ refs, headTarget }: Repository, args: readonly string[]): Buffer {
  const given = args
    .filter((arg) => arg.startsWith("ref-prefix "))
    .map((arg) => arg.slice("ref-prefix ".length));
  const prefixes = given.length > mostPrefixes ? [] : given;
  const isAsked = (name: string) =>
    prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
  const symref = args.includes("symrefs") ? ` symref-target:${headTarget}` : "";
  const head = refs.find(({ name }) => name === headTarget);
  const lines: Buffer[] = [];
  if (isAsked("HEAD")) {
    if (head) lines.push(packet(`${head.id} HEAD${symref}\n`));
    else if (args.includes("unborn")) lines.push(packet(`unborn HEAD${symref}\n`));
  }
  for (const { name, id } of refs) if (isAsked(name)) lines.push(packet(`${id} ${name}\n`));
  return Buffer.concat([...lines, flushPacket]);
}
