import { expect, it } from "vitest";
import { eachPacket, flushPacket, mostPackets, packet, readPackets, splitPackets } from "./pkt-line";
import { readPushPlace } from "./read-push-place";

const id = (number: number) => number.toString(16).padStart(40, "0");
const capabilities = "report-status side-band-64k object-format=sha1";

/** What a repository with so many tags says, and one that knows the objects of so many others. */
function advertisement(tags: number, others: number): Buffer {
  const lines = [`${id(1)} refs/heads/main\0${capabilities}\n`];
  for (let at = 0; at < others; at++) lines.push(`${id(at)} .have\n`);
  for (let at = 0; at < tags; at++) lines.push(`${id(at)} refs/tags/v${at}\n`);
  const packets = lines.map((line) => packet(line));
  return Buffer.concat([packet("# service=git-receive-pack\n"), flushPacket, ...packets, flushPacket]);
}

it("reads a repository with more references than a request to us may name", () => {
  const read = readPushPlace(advertisement(mostPackets, mostPackets));
  if (!read.ok) throw new Error(read.error);
  expect(read.value.refs.size).toBe(mostPackets + 1);
  expect(read.value.refs.get("refs/heads/main")).toBe(id(1));
  expect(read.value.refs.get(`refs/tags/v${mostPackets - 1}`)).toBe(id(mostPackets - 1));
});

it("finds what is wrong after any number of them", () => {
  const whole = advertisement(mostPackets, 0);
  for (const cut of [1, 4, 30])
    expect(readPushPlace(whole.subarray(0, whole.length - cut))).toMatchObject({ error: "not-git" });
  expect(readPushPlace(Buffer.concat([whole, packet("more")]))).toMatchObject({ error: "not-git" });
});

it("takes of a request so many packets and no more", () => {
  const most = Buffer.concat(Array.from({ length: mostPackets }, () => flushPacket));
  expect(splitPackets(most)).toHaveLength(mostPackets);
  expect(splitPackets(Buffer.concat([most, flushPacket]))).toBeNull();
  expect(readPackets(Buffer.concat([most, flushPacket]))).toBeNull();
});

it("reads packets one after the other, to the first that is none", () => {
  const bytes = Buffer.concat([packet("one"), flushPacket, Buffer.from("0001"), Buffer.from("0003junk")]);
  expect([...eachPacket(bytes)].map((each) => each?.kind)).toEqual(["data", "flush", "delimiter", undefined]);
  expect([...eachPacket(Buffer.from("0008abc"))]).toEqual([null]);
  expect([...eachPacket(new Uint8Array())]).toEqual([]);
});
