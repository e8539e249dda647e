import "server-only";

/** Lengths of a packet: four hex digits that count themselves (gitprotocol-common). */
const prefixBytes = 4;
const mostPacketBytes = 65_520;
/** What one side-band packet carries besides its length and its band. */
const mostBandBytes = mostPacketBytes - prefixBytes - 1;

export const flushPacket = Buffer.from("0000");
export const delimiterPacket = Buffer.from("0001");

/** 1: data, 2: words for a person, 3: the end, with its reason. */
type Band = 1 | 2 | 3;

/** One packet; text goes as UTF-8. Throws for more than a packet holds. */
export function packet(data: string | Uint8Array): Buffer {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  const length = bytes.length + prefixBytes;
  if (length > mostPacketBytes) throw new RangeError(`A packet of ${length} bytes is too long.`);
  return Buffer.concat([Buffer.from(length.toString(16).padStart(prefixBytes, "0")), bytes]);
}

/** As many packets of a band as the data needs. */
export function* bandPackets(band: Band, data: string | Uint8Array): Generator<Buffer> {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; at += mostBandBytes)
    yield packet(Buffer.concat([Buffer.of(band), bytes.subarray(at, at + mostBandBytes)]));
}

/** A packet that says why nothing else comes; every client since git 1.6 shows it as "remote error". */
export const errorPacket = (message: string): Buffer => packet(`ERR ${message}\n`);

/** A packet of five bytes costs much more to hold than to send. */
export const mostPackets = 40_100;

export type RawPacket = { kind: "flush" } | { kind: "delimiter" } | { kind: "data"; bytes: Buffer };
export type ReadPacket = { kind: "flush" } | { kind: "delimiter" } | { kind: "line"; text: string };

/** The packets of a request as lines, which lose one line feed at their end. Null for what is none, ends early or has too many. */
export function readPackets(bytes: Uint8Array): ReadPacket[] | null {
  const packets = splitPackets(bytes);
  return packets?.map((packet) => (packet.kind === "data" ? toLine(packet.bytes) : packet)) ?? null;
}

const toLine = (bytes: Buffer): ReadPacket => ({
  kind: "line",
  text: bytes.toString("utf8").replace(/\n$/, ""),
});

/** The same as bytes. */
export function splitPackets(bytes: Uint8Array): RawPacket[] | null {
  const packets: RawPacket[] = [];
  for (const packet of eachPacket(bytes, mostPackets)) {
    if (packet === null) return null;
    packets.push(packet);
  }
  return packets;
}

/** The same one after the other: none is held. Null, and nothing after it, for what is none, ends early or is one more than `most`. */
export function* eachPacket(
  bytes: Uint8Array,
  most = Number.POSITIVE_INFINITY,
): Generator<RawPacket | null, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0, count = 1; at < buffer.length; count += 1) {
    if (count > most) return yield null;
    const prefix = buffer.toString("latin1", at, at + prefixBytes);
    const length = /^[0-9a-f]{4}$/i.test(prefix) ? Number.parseInt(prefix, 16) : -1;
    const isBare = length === 0 || length === 1;
    if (!isBare && (length < prefixBytes || at + length > buffer.length)) return yield null;
    if (isBare) yield { kind: length === 0 ? "flush" : "delimiter" };
    else yield { kind: "data", bytes: buffer.subarray(at + prefixBytes, at + length) };
    at += Math.max(length, prefixBytes);
  }
}
