import "server-only";
import { err, ok, type Result } from "@/lib/kernel/result";
import { splitPackets } from "./pkt-line";

/** Why a push was not taken. `reason` and `said` are the receiver's own words, whatever they are: not to be shown raw. */
export type PushRefusal = { kind: "unreadable" } | { kind: "refused"; reason: string; said: string };

/** Of what the receiver says besides. */
const mostSaid = 4_000;

/** Reads the answer to a push of one reference: taken, or why not (gitprotocol-pack, "Report Status"). */
export function readPushReport(
  bytes: Uint8Array,
  { ref, isBanded }: { ref: string; isBanded: boolean },
): Result<true, PushRefusal> {
  const { report, said, fatal } = isBanded ? unband(bytes) : { report: bytes, said: "", fatal: null };
  if (fatal !== null) return err({ kind: "refused", reason: fatal, said });
  const packets = report && splitPackets(report);
  if (!packets) return err({ kind: "unreadable" });
  const lines = packets.flatMap((packet) =>
    packet.kind === "data" ? packet.bytes.toString("utf8").replace(/\n$/, "") : [],
  );
  const [unpacked = "", ...rest] = lines;
  const refusal = rest.find((line) => line.startsWith(`ng ${ref} `));
  if (refusal !== undefined)
    return err({ kind: "refused", reason: refusal.slice(`ng ${ref} `.length), said });
  if (unpacked.startsWith("unpack ") && unpacked !== "unpack ok")
    return err({ kind: "refused", reason: unpacked, said });
  return unpacked === "unpack ok" && rest.includes(`ok ${ref}`) ? ok(true) : err({ kind: "unreadable" });
}

type Unbanded = { report: Buffer | null; said: string; fatal: string | null };

/** Band 1 is the report, band 2 is words, band 3 ends everything. */
function unband(bytes: Uint8Array): Unbanded {
  const packets = splitPackets(bytes);
  if (!packets) return { report: null, said: "", fatal: null };
  const report: Buffer[] = [];
  let said = "";
  for (const packet of packets) {
    if (packet.kind !== "data") continue;
    const [band] = packet.bytes;
    const data = packet.bytes.subarray(1);
    if (band === 1) report.push(data);
    else if (band === 2 && said.length < mostSaid) said = (said + data.toString("utf8")).slice(0, mostSaid);
    else if (band === 3) return { report: null, said, fatal: data.toString("utf8").slice(0, mostSaid) };
  }
  return { report: Buffer.concat(report), said, fatal: null };
}
