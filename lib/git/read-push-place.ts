import "server-only";
import { err, ok, type Result } from "@/lib/kernel/result";
import { eachPacket, type RawPacket } from "./pkt-line";

/** What a repository says of itself to who wants to push. */
export type PushPlace = {
  /** Branches, tags and the like by their full names. */
  refs: ReadonlyMap<string, string>;
  capabilities: ReadonlySet<string>;
};

export const placeProblems = ["not-git", "sha256", "no-report"] as const;
export type PlaceProblem = (typeof placeProblems)[number];

const refLine = /^([0-9a-f]{40}) (\S+)$/;

/**
 * Reads the answer to `info/refs?service=git-receive-pack` (gitprotocol-http, gitprotocol-pack), which may be anything,
 * and may name any number of references.
 */
export function readPushPlace(bytes: Uint8Array): Result<PushPlace, PlaceProblem> {
  const refs = new Map<string, string>();
  let capabilities: ReadonlySet<string> | null = null;
  for (const line of linesOf(bytes)) {
    if (line === null) return err("not-git");
    const [ref = "", told = ""] = line.split("\0", 2);
    if (!capabilities) {
      capabilities = new Set(told.split(" ").filter((name) => name !== ""));
      const problem = problemOf(capabilities);
      if (problem) return err(problem);
    }
    if (/^shallow [0-9a-f]{40}$/.test(ref)) continue;
    const [, id, name] = refLine.exec(ref) ?? [];
    if (id === undefined || name === undefined) return err("not-git");
    if (name !== "capabilities^{}" && name !== ".have") refs.set(name, id);
  }
  return capabilities ? ok({ refs, capabilities }) : err("not-git");
}

function problemOf(capabilities: ReadonlySet<string>): PlaceProblem | null {
  if ([...capabilities].some((name) => /^object-format=(?!sha1$)/.test(name))) return "sha256";
  return capabilities.has("report-status") ? null : "no-report";
}

/** The lines between the announcement of the service and the end; null, and nothing after it, where they are not so. */
function* linesOf(bytes: Uint8Array): Generator<string | null, void> {
  let number = 0;
  let isOver = false;
  for (const packet of eachPacket(bytes)) {
    const text = textOf(packet);
    number += 1;
    if (number === 1 && text === "# service=git-receive-pack") continue;
    if (number === 2 && packet?.kind === "flush") continue;
    if (number < 3 || isOver || (text === null && packet?.kind !== "flush")) return yield null;
    if (text === null) isOver = true;
    else if (number > 3 || text !== "version 1") yield text;
  }
  if (!isOver) yield null;
}

const textOf = (packet: RawPacket | null): string | null =>
  packet?.kind === "data" ? packet.bytes.toString("utf8").replace(/\n$/, "") : null;
