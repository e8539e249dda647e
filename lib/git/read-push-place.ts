import "server-only";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type RawPacket, splitPackets } from "./pkt-line";

/** What a repository says of itself to who wants to push. */
export type PushPlace = {
  /** Branches, tags and the like by their full names. */
  refs: ReadonlyMap<string, string>;
  capabilities: ReadonlySet<string>;
};

export const placeProblems = ["not-git", "sha256", "no-report"] as const;
export type PlaceProblem = (typeof placeProblems)[number];

const refLine = /^([0-9a-f]{40}) (\S+)$/;

/** Reads the answer to `info/refs?service=git-receive-pack` (gitprotocol-http, gitprotocol-pack), which may be anything. */
export function readPushPlace(bytes: Uint8Array): Result<PushPlace, PlaceProblem> {
  const packets = splitPackets(bytes);
  const lines = packets && linesOf(packets);
  if (!lines) return err("not-git");
  const refs = new Map<string, string>();
  const [, told = ""] = (lines[0] ?? "").split("\0", 2);
  const capabilities = new Set(told.split(" ").filter((name) => name !== ""));
  if ([...capabilities].some((name) => /^object-format=(?!sha1$)/.test(name))) return err("sha256");
  if (!capabilities.has("report-status")) return err("no-report");
  for (const line of lines) {
    const [ref = ""] = line.split("\0", 1);
    if (/^shallow [0-9a-f]{40}$/.test(ref)) continue;
    const [, id, name] = refLine.exec(ref) ?? [];
    if (id === undefined || name === undefined) return err("not-git");
    if (name !== "capabilities^{}" && name !== ".have") refs.set(name, id);
  }
  return ok({ refs, capabilities });
}

/** The lines between the announcement of the service and the end; null where they are not so. */
function linesOf(packets: readonly RawPacket[]): string[] | null {
  const [service, flush, ...rest] = packets;
  const end = rest.pop();
  if (service?.kind !== "data" || toText(service.bytes) !== "# service=git-receive-pack") return null;
  if (flush?.kind !== "flush" || end?.kind !== "flush" || rest.length === 0) return null;
  const lines = rest.flatMap((packet) => (packet.kind === "data" ? toText(packet.bytes) : []));
  if (lines.length !== rest.length) return null;
  return lines[0] === "version 1" ? lines.slice(1) : lines;
}

const toText = (bytes: Buffer): string => bytes.toString("utf8").replace(/\n$/, "");
