import { describe, expect, it } from "vitest";
import { bandPackets, flushPacket, packet } from "./pkt-line";
import { noCommit, pushRequest } from "./push-request";
import { readPushPlace } from "./read-push-place";
import { readPushReport } from "./read-push-report";

const [one, two] = ["1".repeat(40), "2".repeat(40)];
const service = [packet("# service=git-receive-pack\n"), flushPacket];
const place = (...lines: string[]) =>
  readPushPlace(Buffer.concat([...service, ...lines.map((line) => packet(`${line}\n`)), flushPacket]));
const capabilities = "report-status delete-refs side-band-64k object-format=sha1 agent=git/2.39";

describe("what a repository says to who wants to push", () => {
  it("is read with its branches and what it can do", () => {
    const read = place(`${one} refs/heads/main\0${capabilities}`, `${two} refs/tags/v1`);
    if (!read.ok) throw new Error(read.error);
    expect([...read.value.refs]).toEqual([
      ["refs/heads/main", one],
      ["refs/tags/v1", two],
    ]);
    expect(read.value.capabilities.has("side-band-64k")).toBe(true);
  });

  it("may be that nothing is there yet, that others have objects, and that it is shallow", () => {
    const empty = place(`${noCommit} capabilities^{}\0${capabilities}`);
    expect(empty.ok && empty.value.refs.size).toBe(0);
    const read = place(
      "version 1",
      `${one} .have\0${capabilities}`,
      `${two} refs/heads/main`,
      `shallow ${one}`,
    );
    expect(read.ok && [...read.value.refs]).toEqual([["refs/heads/main", two]]);
  });

  it("is refused where objects have other names, or nothing is told of a push", () => {
    expect(place(`${one} refs/heads/main\0report-status object-format=sha256`)).toMatchObject({
      error: "sha256",
    });
    expect(place(`${one} refs/heads/main\0delete-refs`)).toMatchObject({ error: "no-report" });
  });

  it.each([
    "",
    "garbage",
    "<html>",
    "0000",
    "001f# service=git-receive-pack\n0000",
    "001e# service=git-upload-pack\n00000000",
  ])("is none: %j", (text) => {
    expect(readPushPlace(Buffer.from(text))).toMatchObject({ error: "not-git" });
  });

  it("is none with a line that names no reference, without its end, or with a packet without bytes", () => {
    const line = `${one} refs/heads/main\0${capabilities}\n`;
    expect(place(line, "who are you")).toMatchObject({ error: "not-git" });
    expect(readPushPlace(Buffer.concat([...service, packet(line)]))).toMatchObject({ error: "not-git" });
    expect(readPushPlace(Buffer.concat([...service, flushPacket, packet(line), flushPacket]))).toMatchObject({
      error: "not-git",
    });
  });
});

describe("a push", () => {
  it("names what is there, what is to be there, and only what the receiver can do", () => {
    const known = { refs: new Map(), capabilities: new Set(["report-status", "atomic"]) };
    const request = pushRequest({ ref: "refs/heads/main", from: one, to: two }, known).toString();
    expect(request.slice(4)).toBe(`${one} ${two} refs/heads/main\0 report-status agent=greenroom0000`);
    const first = pushRequest({ ref: "refs/heads/main", from: null, to: two }, known).toString();
    expect(first).toContain(`${noCommit} ${two}`);
  });
});

describe("the answer to a push", () => {
  const ref = "refs/heads/main";
  const report = (...lines: string[]) =>
    Buffer.concat([...lines.map((line) => packet(`${line}\n`)), flushPacket]);
  const banded = (bytes: Buffer, words = "") =>
    Buffer.concat([...bandPackets(2, words), ...bandPackets(1, bytes), flushPacket]);
  const read = (bytes: Buffer, isBanded = true) => readPushReport(bytes, { ref, isBanded });

  it("is that it was taken, in bands or without", () => {
    const taken = report("unpack ok", `ok ${ref}`);
    expect(read(banded(taken, "Thanks\n"))).toEqual({ ok: true, value: true });
    expect(read(taken, false)).toEqual({ ok: true, value: true });
  });

  it("is why not, with what was said besides", () => {
    const refused = banded(report("unpack ok", `ng ${ref} pre-receive hook declined`), "No secrets here\n");
    expect(read(refused)).toMatchObject({
      error: { kind: "refused", reason: "pre-receive hook declined", said: "No secrets here\n" },
    });
    expect(read(report("unpack index-pack abnormal exit"), false)).toMatchObject({
      error: { kind: "refused", reason: "unpack index-pack abnormal exit" },
    });
    expect(read(Buffer.concat([...bandPackets(3, "fatal: disk full")]))).toMatchObject({
      error: { reason: "fatal: disk full" },
    });
  });

  it("keeps little of many words", () => {
    const long = banded(report("unpack ok", `ng ${ref} no`), "x".repeat(300_000));
    const answer = read(long);
    expect(!answer.ok && answer.error.kind === "refused" && answer.error.said).toHaveLength(4_000);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["no packets", Buffer.from("thanks!")],
    ["another branch", banded(report("unpack ok", "ok refs/heads/other"))],
    ["half of it", banded(report("unpack ok"))],
    ["packets in a band that are none", Buffer.concat([...bandPackets(1, "zzzz"), flushPacket])],
  ])("is no answer: %s", (_, bytes) => {
    expect(read(bytes)).toMatchObject({ error: { kind: "unreadable" } });
  });
});
