import { describe, expect, it } from "vitest";
import { fetchOneRequest, listRefsRequest } from "./fetch-request";
import { bandPackets, delimiterPacket, errorPacket, flushPacket, packet } from "./pkt-line";
import { readAdvertisement, readPackAnswer, readRefs } from "./read-fetch-answer";

const [one, two] = ["1".repeat(40), "2".repeat(40)];
const answer = (...packets: (string | Uint8Array)[]) =>
  Buffer.concat(packets.map((each) => (typeof each === "string" ? packet(each) : each)));
const service = "# service=git-upload-pack\n";
const capable = ["version 2\n", "ls-refs=unborn\n", "fetch=shallow wait-for-done\n", "object-format=sha1\n"];

describe("readAdvertisement", () => {
  it("takes version 2 with shallow clones, with and without the line of the service", () => {
    expect(readAdvertisement(answer(service, flushPacket, ...capable, flushPacket))).toEqual({
      ok: true,
      value: true,
    });
    expect(readAdvertisement(answer(...capable, flushPacket))).toEqual({ ok: true, value: true });
  });

  it.each([
    [
      "an older version",
      answer(service, flushPacket, `${one} HEAD\0side-band-64k\n`, flushPacket),
      "too-old",
    ],
    ["no shallow clones", answer("version 2\n", "fetch\n", flushPacket), "too-old"],
    ["SHA-256", answer(...capable.slice(0, 3), "object-format=sha256\n", flushPacket), "sha256"],
    ["a page", Buffer.from("<!doctype html>"), "not-git"],
    ["nothing", Buffer.alloc(0), "not-git"],
    ["what breaks off", answer(...capable), "not-git"],
    [
      "a page in packets, at its first line",
      answer("<!doctype html>", "version 2\n", flushPacket),
      "not-git",
    ],
    ["an older version, at its first line", answer(`${one} HEAD\n`, Buffer.from("zzzz")), "too-old"],
    [
      "more lines than there are packets",
      answer("version 2\n", Buffer.alloc(5 * 40_100, "0005x")),
      "not-git",
    ],
  ])("refuses %s", (_, bytes, error) => {
    expect(readAdvertisement(bytes)).toEqual({ ok: false, error });
  });
});

describe("readRefs", () => {
  it("names commits, and of an annotated tag the one that it stands for", () => {
    const refs = readRefs(
      answer(
        `${one} HEAD symref-target:refs/heads/main\n`,
        `${two} refs/tags/v1 peeled:${one}\n`,
        "unborn HEAD symref-target:refs/heads/main\n",
        flushPacket,
      ),
    );
    expect(refs.ok && [...refs.value]).toEqual([
      ["HEAD", one],
      ["refs/tags/v1", one],
    ]);
  });

  it("refuses what is none, and hears a refusal", () => {
    expect(readRefs(answer("hello\n"))).toEqual({ ok: false, error: "not-git" });
    expect(readRefs(Buffer.from("zzzz"))).toEqual({ ok: false, error: "not-git" });
    expect(readRefs(Buffer.alloc(4 * 40_101, "0"))).toEqual({ ok: false, error: "not-git" });
    expect(readRefs(errorPacket("go away"))).toEqual({ ok: false, error: "refused" });
  });
});

describe("readPackAnswer", () => {
  const pieces = (band: 1 | 2 | 3, text: string) => Buffer.concat([...bandPackets(band, text)]);

  it("puts the pieces of the pack together, whatever is said beside it", () => {
    const bytes = answer(
      "shallow-info\n",
      `shallow ${one}\n`,
      delimiterPacket,
      "packfile\n",
      pieces(1, "PA"),
      pieces(2, "Counting…"),
      pieces(1, "CK"),
      flushPacket,
    );
    const read = readPackAnswer(bytes);
    expect(read.ok && read.value.toString()).toBe("PACK");
  });

  it.each([
    ["an error beforehand", errorPacket("not our ref"), "refused"],
    ["an error in the middle", answer("packfile\n", pieces(1, "PA"), pieces(3, "gone")), "refused"],
    ["no pack", answer("shallow-info\n", flushPacket), "not-git"],
    ["a packet cut short", Buffer.from("00ff"), "not-git"],
    ["a packet of no band", answer("packfile\n", "", pieces(1, "PACK")), "not-git"],
    ["a band that there is not", answer("packfile\n", "\u0004PACK"), "not-git"],
    ["a pack in crumbs", answer("packfile\n", Buffer.alloc(6 * 10_011, "0006\u0001x")), "not-git"],
    ["a head without an end", answer(Buffer.alloc(5 * 10_001, "0005x"), "packfile\n"), "not-git"],
  ])("refuses %s", (_, bytes, error) => {
    expect(readPackAnswer(bytes)).toEqual({ ok: false, error });
  });

  it("takes a pack from a server that says now and then that it is still at work", () => {
    const alive = Buffer.from("0005\u0001");
    const many = answer(
      "packfile\n",
      alive,
      pieces(1, "PA"),
      alive,
      pieces(1, "x".repeat(70_000)),
      flushPacket,
    );
    const read = readPackAnswer(many);
    expect(read.ok && read.value.toString()).toBe(`PA${"x".repeat(70_000)}`);
  });

  it("holds a pack where its answer was, and not beside it", () => {
    const bytes = answer("packfile\n", pieces(1, "PA"), pieces(1, "CK"), flushPacket);
    const read = readPackAnswer(bytes);
    expect(read.ok && read.value.buffer).toBe(bytes.buffer);
    expect(read.ok && read.value.toString()).toBe("PACK");
  });
});

it("asks in version 2 for names, and for one commit without its history", () => {
  expect(listRefsRequest(["HEAD"]).toString()).toContain("ref-prefix HEAD");
  const request = fetchOneRequest(one).toString();
  for (const word of ["command=fetch", "deepen 1", `want ${one}`, "done"]) expect(request).toContain(word);
});
