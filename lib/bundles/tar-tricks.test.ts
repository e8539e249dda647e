import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { verdictOf } from "./fixtures/archive-verdict";
import { buildTar, paxRecords, type RawTarEntry } from "./fixtures/build-tar";

const tarSkill: RawTarEntry = { name: "a/SKILL.md", data: "text" };
const pax = (records: Readonly<Record<string, string>>, type = "x"): RawTarEntry => ({
  name: "pax",
  type,
  data: paxRecords(records),
});
const longName = (name: string, type = "L"): RawTarEntry => ({
  name: "././@LongLink",
  type,
  data: `${name}\0`,
});

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

describe("tar", () => {
  test("the formats of POSIX, GNU and Version 7 are read", async () => {
    for (const format of ["ustar", "gnu", "v7"] as const) {
      const folder = { name: "a/", type: format === "v7" ? "0" : "5" };
      expect(await verdictOf(buildTar([folder, tarSkill], format))).toBe("a/SKILL.md");
      expect(await verdictOf(new Uint8Array(gzipSync(buildTar([tarSkill], format))))).toBe("a/SKILL.md");
    }
    expect(await verdictOf(buildTar([{ name: "SKILL.md", prefix: "a/b", data: "x" }]))).toBe("a/b/SKILL.md");
    expect(await verdictOf(buildTar([{ name: "x", type: "2", link: "/etc" }], "v7"))).toBe(
      "left out: archive-link",
    );
  });

  test("the target of a link may be long, and one that two headers disagree about is refused", async () => {
    const target = `${"x".repeat(150)}.md`;
    const place = `a/${target}`;
    const files = [tarSkill, longName(place), { name: "short", data: "long" }];
    for (const header of [longName(target, "K"), pax({ linkpath: target })])
      expect(await verdictOf(buildTar([...files, header, { name: "a/b.md", type: "2", link: "c" }]))).toBe(
        `a/SKILL.md ${place} a/b.md`,
      );
    const twice = [longName(target, "K"), pax({ linkpath: "SKILL.md" }), { name: "a/b", type: "2" }];
    expect(await verdictOf(buildTar([...files, ...twice]))).toBe("archive-header-mismatch");
    expect(
      await verdictOf(buildTar([tarSkill, longName("/etc/passwd", "K"), { name: "a/b", type: "1" }])),
    ).toBe("a refused: archive-link");
  });

  test.each(["S", "M", "D", "Z", "3", "4", "6"])("an entry of type %s refuses its skill", async (type) => {
    const odd = { name: "a/x", type, data: "346".includes(type) ? "" : "data" };
    expect(await verdictOf(buildTar([tarSkill, odd, { name: "b/SKILL.md" }]))).toBe(
      "b/SKILL.md a refused: archive-special-file",
    );
  });

  test("headers that only some readers take for the name of what follows refuse the archive", async () => {
    for (const type of ["N", "X"])
      expect(await verdictOf(buildTar([tarSkill, { name: "x", type }]))).toBe("archive-special-file");
  });

  test("the name of a volume is no file", async () => {
    expect(await verdictOf(buildTar([{ name: "my backup", type: "V" }, tarSkill]))).toBe("a/SKILL.md");
  });

  test("sparse files refuse their skill in the words of PAX too", async () => {
    const records = { "GNU.sparse.major": "1", "GNU.sparse.realsize": "999999999", path: "a/x" };
    const named = { "GNU.sparse.name": "a/x", path: "GNUSparseFile.1/x" };
    for (const sparse of [records, named])
      expect(
        await verdictOf(buildTar([tarSkill, pax(sparse), { name: "x", data: "x" }, { name: "b/SKILL.md" }])),
      ).toBe("b/SKILL.md a refused: archive-special-file");
    expect(await verdictOf(buildTar([pax(records, "g"), tarSkill]))).toBe("archive-header-mismatch");
  });

  test("the holes of GNU's old sparse files are stepped over", async () => {
    const tar = buildTar([tarSkill, { name: "a/x", type: "S", data: "data" }, { name: "b/SKILL.md" }]);
    const [header, map] = [2 * 512, new Uint8Array(512)];
    const withMap = new Uint8Array([...tar.slice(0, header + 512), ...map, ...tar.slice(header + 512)]);
    withMap[header + 482] = 1;
    const digits = withMap.subarray(header + 148, header + 156);
    digits.fill(32);
    const sum = withMap.subarray(header, header + 512).reduce((total, byte) => total + byte, 0);
    digits.set(text(`${sum.toString(8).padStart(6, "0")}\0 `));
    expect(await verdictOf(withMap)).toBe("b/SKILL.md a refused: archive-special-file");
    expect(await verdictOf(withMap.slice(0, header + 512))).toBe("archive-damaged");
  });

  test("long names of GNU are the ones that are checked", async () => {
    const long = `a/${"references/".repeat(10)}x.md`;
    expect(await verdictOf(buildTar([longName(long), { name: "short", data: "x" }], "gnu"))).toBe(long);
    expect(await verdictOf(buildTar([longName("../../x"), { name: "a/x", data: "x" }]))).toBe(
      "path-traversal",
    );
    expect(await verdictOf(buildTar([longName("a".repeat(70_000)), { name: "x" }]))).toBe(
      "archive-too-large",
    );
  });

  test.each([
    ["two long names", [longName("a"), longName("b")]],
    ["a long name and another of PAX", [longName("a"), pax({ path: "b" })]],
    ["two PAX headers", [pax({ path: "a" }), pax({ path: "b" })]],
    ["a name for all files", [pax({ path: "a" }, "g")]],
    ["a size for all files", [pax({ size: "1" }, "g")]],
    ["a size of PAX that is larger", [pax({ size: "999999" })]],
    ["a size of PAX that is smaller", [pax({ size: "0" })]],
    ["a negative size of PAX", [pax({ size: "-1" })]],
  ])("%s is refused: readers would see different files", async (_what, headers) => {
    expect(await verdictOf(buildTar([...headers, { name: "x", data: "x" }]))).toBe("archive-header-mismatch");
  });

  test("a PAX header of times and comments changes nothing", async () => {
    const headers = [pax({ comment: "a commit" }, "g"), pax({ mtime: "1.5", path: "a/y", size: "4" })];
    expect(await verdictOf(buildTar([...headers, tarSkill]))).toBe("a/y");
  });

  test.each(["99 path=x\n", "0 path=x\n", "9 path=xy", "x path=x\n", "7 path\n\n", "11 path=x\n"])(
    "a PAX record that lies about its length is refused: %j",
    async (data) => {
      expect(await verdictOf(buildTar([{ name: "p", type: "x", data }, tarSkill]))).toBe("archive-damaged");
    },
  );

  test.each([
    ["negative", Uint8Array.of(0xff, ...Array(11).fill(0xff))],
    ["beyond all numbers", Uint8Array.of(0x80, ...Array(11).fill(0xff))],
    ["no number", text("12x45678901 ")],
    ["with a sign", text("-0000000001 ")],
  ])("a size that is %s is refused", async (_what, sizeField) => {
    expect(await verdictOf(buildTar([{ ...tarSkill, sizeField }]))).toBe("archive-damaged");
  });

  test("a size in base 256 is read", async () => {
    const sizeField = Uint8Array.of(0x80, ...Array(10).fill(0), 4);
    expect(await verdictOf(buildTar([{ ...tarSkill, sizeField }]))).toBe("a/SKILL.md");
  });

  test.each(["1", "2", "3", "5", "6", "V"])(
    "an entry of type %s with data refuses the archive",
    async (type) => {
      expect(await verdictOf(buildTar([tarSkill, { name: "a/x", type, link: "SKILL.md", data: "x" }]))).toBe(
        "archive-header-mismatch",
      );
    },
  );

  test("a folder with data and a header that belongs to no file are refused", async () => {
    expect(await verdictOf(buildTar([{ name: "a", type: "5", data: "x" }]))).toBe("archive-header-mismatch");
    expect(await verdictOf(buildTar([tarSkill, pax({ path: "x" })]))).toBe("archive-damaged");
  });

  test("data after the end, a missing end and a wrong checksum are refused", async () => {
    const tar = buildTar([tarSkill]);
    expect(await verdictOf(new Uint8Array([...tar, ...tar]))).toBe("archive-foreign-data");
    expect(await verdictOf(new Uint8Array([...tar, 1]))).toBe("archive-foreign-data");
    expect(await verdictOf(new Uint8Array([...tar, ...new Uint8Array(9216)]))).toBe("a/SKILL.md");
    expect(await verdictOf(tar.slice(0, 1024))).toBe("archive-damaged");
    expect(await verdictOf(tar.map((byte, at) => (at === 1 ? 0x42 : byte)))).toBe("archive-unknown");
    const second = buildTar([tarSkill, { name: "b", data: "x" }]);
    expect(await verdictOf(second.map((byte, at) => (at === 1025 ? 0x42 : byte)))).toBe("archive-damaged");
  });

  test("what follows the gzip data is refused, but for padding", async () => {
    const zipped = gzipSync(buildTar([tarSkill]));
    expect(await verdictOf(new Uint8Array([...zipped, ...text("more")]))).toMatch(
      /^archive-(?:damaged|foreign-data)$/,
    );
    expect(await verdictOf(new Uint8Array([...zipped, 0, 0, 0]))).toBe("a/SKILL.md");
  });

  test("headers are no entries: they have limits of their own, and so have names of volumes", async () => {
    const many = Array.from({ length: 6 }, (_, index) => [
      pax({ mtime: "1" }),
      { name: `a/${index}` },
    ]).flat();
    const files = "a/0 a/1 a/2 a/3 a/4 a/5";
    expect(await verdictOf(buildTar(many), { entries: 6, extensions: 6 })).toBe(files);
    expect(await verdictOf(buildTar(many), { entries: 5 })).toBe("archive-too-many-entries");
    expect(await verdictOf(buildTar(many), { extensions: 5 })).toBe("archive-too-many-entries");
    expect(await verdictOf(buildTar(many), { extensionBytes: 60 })).toBe("archive-too-large");
    const labels = Array.from({ length: 6 }, () => ({ name: "x", type: "V" }));
    expect(await verdictOf(buildTar(labels), { extensions: 5 })).toBe("archive-too-many-entries");
  });

  test("binary attributes in a PAX header are no damage", async () => {
    const record = Uint8Array.of(...text("17 SCHILY.x=\0"), 0xff, 0xfe, 0x31, 10);
    expect(await verdictOf(buildTar([{ name: "p", type: "x", data: record }, tarSkill]))).toBe("a/SKILL.md");
  });
});
