import "server-only";
import { flushPacket, packet } from "./pkt-line";
import type { PushPlace } from "./read-push-place";

/** Where there is no commit. */
export const noCommit = "0".repeat(40);

export type PushCommand = {
  /** "refs/heads/main" */
  ref: string;
  /** What the reference is now, as far as is known: the receiver refuses when it is something else. Null for a new one. */
  from: string | null;
  to: string;
};

/** What stands before the pack (gitprotocol-pack, "Reference Update Request"): one command, and of the capabilities those that we use. */
export function pushRequest({ ref, from, to }: PushCommand, { capabilities }: PushPlace): Buffer {
  const used = ["report-status", "side-band-64k", "object-format=sha1"].filter((name) =>
    capabilities.has(name),
  );
  const line = `${from ?? noCommit} ${to} ${ref}\0 ${[...used, "agent=greenroom"].join(" ")}`;
  return Buffer.concat([packet(line), flushPacket]);
}
