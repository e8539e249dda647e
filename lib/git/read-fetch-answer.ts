import "server-only";
import { err, ok, type Result } from "@/lib/kernel/result";
import { eachPacket, type RawPacket } from "./pkt-line";

export const remoteProblems = ["not-git", "too-old", "sha256", "refused"] as const;
export type RemoteProblem = (typeof remoteProblems)[number];

/** Whether what answers can be asked in version 2 of the protocol (gitprotocol-v2, "Capability Advertisement"). */
export function readAdvertisement(bytes: Uint8Array): Result<true, RemoteProblem> {
  const lines: string[] = [];
  let isOver = false;
  for (const packet of eachPacket(bytes)) {
    const text = textOf(packet);
    if (packet === null) return err("not-git");
    if (text === "# service=git-upload-pack" && lines.length === 0) continue;
    if (packet.kind === "flush" && lines.length === 0) continue;
    if (text !== null) lines.push(text);
    else isOver = true;
  }
  if (lines[0] !== "version 2") {
    const isOlder = lines[0] !== undefined && /^(?:version 1$|[0-9a-f]{40} )/.test(lines[0]);
    return err(isOlder ? "too-old" : "not-git");
  }
  if (!isOver) return err("not-git");
  if (lines.some((line) => /^object-format=(?!sha1$)/.test(line))) return err("sha256");
  const fetches = lines.find((line) => line.startsWith("fetch"));
  return fetches !== undefined && /[= ]shallow(?: |$)/.test(fetches) ? ok(true) : err("too-old");
}

/** Names and the commits that they are; of an annotated tag, what it stands for. */
export function readRefs(bytes: Uint8Array): Result<Map<string, string>, RemoteProblem> {
  const refs = new Map<string, string>();
  for (const packet of eachPacket(bytes)) {
    if (packet === null) return err("not-git");
    const text = textOf(packet);
    if (text === null) continue;
    if (text.startsWith("ERR ")) return err("refused");
    const [, id, name, peeled] = /^([0-9a-f]{40}) (\S+)(?: .*?peeled:([0-9a-f]{40}))?/.exec(text) ?? [];
    if (id !== undefined && name !== undefined) refs.set(name, peeled ?? id);
    else if (!text.startsWith("unborn ")) return err("not-git");
  }
  return ok(refs);
}

/** The pack of an answer: after its head, in the pieces of band 1. */
export function readPackAnswer(bytes: Uint8Array): Result<Buffer, RemoteProblem> {
  const pieces: Buffer[] = [];
  let isPack = false;
  for (const packet of eachPacket(bytes)) {
    if (packet === null) return err("not-git");
    if (packet.kind !== "data") continue;
    if (!isPack) {
      const text = textOf(packet) ?? "";
      if (text.startsWith("ERR ")) return err("refused");
      isPack = text === "packfile";
      continue;
    }
    const [band] = packet.bytes;
    if (band === 1) pieces.push(packet.bytes.subarray(1));
    else if (band === 3) return err("refused");
  }
  return isPack ? ok(Buffer.concat(pieces)) : err("not-git");
}

const textOf = (packet: RawPacket | null): string | null =>
  packet?.kind === "data" ? packet.bytes.toString("utf8").replace(/\n$/, "") : null;
