import "server-only";
import { err, ok, type Result } from "@/lib/kernel/result";
import { eachPacket, mostPackets, type RawPacket } from "./pkt-line";

export const remoteProblems = ["not-git", "too-old", "sha256", "refused"] as const;
export type RemoteProblem = (typeof remoteProblems)[number];

/** Whether what answers can be asked in version 2 of the protocol (gitprotocol-v2, "Capability Advertisement"). */
export function readAdvertisement(bytes: Uint8Array): Result<true, RemoteProblem> {
  const lines: string[] = [];
  let isOver = false;
  for (const packet of eachPacket(bytes, mostPackets)) {
    const text = textOf(packet);
    if (packet === null) return err("not-git");
    if (text === "# service=git-upload-pack" && lines.length === 0) continue;
    if (packet.kind === "flush" && lines.length === 0) continue;
    // What is of no use is not read to its end.
    if (lines.length === 0 && text !== "version 2")
      return err(text !== null && /^(?:version 1$|[0-9a-f]{40} )/.test(text) ? "too-old" : "not-git");
    if (text !== null) lines.push(text);
    else isOver = true;
  }
  if (!isOver) return err("not-git");
  if (lines.some((line) => /^object-format=(?!sha1$)/.test(line))) return err("sha256");
  const fetches = lines.find((line) => line.startsWith("fetch"));
  return fetches !== undefined && /[= ]shallow(?: |$)/.test(fetches) ? ok(true) : err("too-old");
}

/** Names and the commits that they are; of an annotated tag, what it stands for. */
export function readRefs(bytes: Uint8Array): Result<Map<string, string>, RemoteProblem> {
  const refs = new Map<string, string>();
  for (const packet of eachPacket(bytes, mostPackets)) {
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

/**
 * A packet costs much more to read than to send. Git fills them, says little beside them, and sends an empty one while
 * it is at work and has nothing yet.
 */
const [freePackets, leastBytesEach] = [10_000, 1_000];

/**
 * The pack of an answer: after its head, in the pieces of band 1. They are moved together where they are, and the
 * answer is no more afterwards: nothing is held twice.
 */
export function readPackAnswer(bytes: Uint8Array): Result<Buffer, RemoteProblem> {
  let [isPack, size, count] = [false, 0, 0];
  for (const packet of eachPacket(bytes)) {
    count += 1;
    if (packet === null || count > freePackets + size / leastBytesEach) return err("not-git");
    if (packet.kind !== "data") continue;
    if (!isPack) {
      const text = textOf(packet) ?? "";
      if (text.startsWith("ERR ")) return err("refused");
      isPack = text === "packfile";
      continue;
    }
    const [band] = packet.bytes;
    if (band === 3) return err("refused");
    if (band !== 1 && band !== 2) return err("not-git");
    if (band === 2) continue;
    bytes.set(packet.bytes.subarray(1), size);
    size += packet.bytes.length - 1;
  }
  return isPack ? ok(Buffer.from(bytes.buffer, bytes.byteOffset, size)) : err("not-git");
}

const textOf = (packet: RawPacket | null): string | null =>
  packet?.kind === "data" ? packet.bytes.toString("utf8").replace(/\n$/, "") : null;
