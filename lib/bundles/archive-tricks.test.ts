import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ArchiveLimits } from "./archive-limits";
import { buildTar, paxRecords, type RawTarEntry } from "./fixtures/build-tar";
import { buildZip, type RawZipEntry } from "./fixtures/build-zip";
import { readArchive } from "./read-archive";

const skill: RawZipEntry = { name: "a/SKILL.md", data: "---\nname: a\ndescription: d\n---\nBody\n" };
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

async function verdictOf(bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}): Promise<string> {
  const result = await readArchive(bytes, { fileName: "upload", limits });
  return result.ok ? result.value.files.map((file) => file.path).join(" ") : result.error.rule;
}

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const numbers = (...values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value, true);
  return new Uint8Array(view.buffer);
};

describe("names", () => {
  test.each([
    ["an absolute path", "/etc/passwd", "path-absolute"],
    ["a path behind two slashes", "//server/share/x", "path-absolute"],
    ["a drive letter", "C:/Windows/x", "path-absolute"],
    ["a drive letter without a slash", "c:x", "path-absolute"],
    ["a UNC path", "\\\\server\\share\\x", "path-backslash"],
    ["a device path", "\\\\?\\C:\\x", "path-backslash"],
    ["a parent folder in the middle", "a/b/../../../x", "path-traversal"],
    ["a parent folder at the end", "a/..", "path-traversal"],
    ["a home folder", "~root/x", "path-home"],
    ["a stream of a file", "a/SKILL.md:evil", "path-windows-name"],
    ["a device with an extension", "a/nul.tar.gz", "path-windows-name"],
    ["a device in capitals", "a/COM1", "path-windows-name"],
    ["a device with a superscript digit", "a/lpt\u00b9", "path-windows-name"],
    ["a question mark", "a/what?", "path-windows-name"],
    ["a trailing dot", "a/SKILL.md.", "path-trailing-dot"],
    ["a folder with a trailing dot", "a./SKILL.md", "path-trailing-dot"],
    ["a trailing blank", "a/SKILL.md ", "path-trailing-dot"],
    ["three dots", "a/.../x", "path-trailing-dot"],
    ["a line break", "a/x\ny", "path-control-character"],
    ["an escape sequence", "a/\u001b[2Jx", "path-control-character"],
    ["a right-to-left override", "a/\u202egpj.exe", "path-invisible-character"],
    ["an Arabic letter mark", "a/\u061cx", "path-invisible-character"],
    ["an isolate", "a/\u2066x\u2069", "path-invisible-character"],
    ["a soft hyphen", "a/SK\u00adILL.md", "path-invisible-character"],
    ["a zero-width joiner", "a/SKILL\u200d.md", "path-invisible-character"],
    ["a word joiner", "a/x\u2060", "path-invisible-character"],
    ["a tag character", "a/x\u{e0041}", "path-invisible-character"],
    ["a variation selector", "a/x\ufe00", "path-invisible-character"],
    ["a supplementary selector", "a/x\u{e0100}", "path-invisible-character"],
    ["a filler", "a/\u3164", "path-invisible-character"],
    ["a .git folder", "a/.git/hooks/post-checkout", "path-git"],
    ["a .GIT folder", "a/.GIT/config", "path-git"],
    ["a name of 201 bytes", `a/${"x".repeat(201)}`, "path-too-long"],
    ["a path of 21 levels", `${"a/".repeat(20)}x`, "path-too-deep"],
  ])("%s is refused", async (_what, name, rule) => {
    expect(await verdictOf(buildZip([skill, { name, data: "x" }]))).toBe(rule);
    expect(await verdictOf(buildTar([tarSkill, pax({ path: name }), { name: "x", data: "x" }]))).toBe(rule);
  });

  test("a name that is not UTF-8 is refused where it says it is, else read as code page 437", async () => {
    const name = Uint8Array.of(...text("a/caf"), 0xe9);
    expect(await verdictOf(buildZip([{ name, data: "x", flags: 0x0800 }]))).toBe("path-control-character");
    expect(await verdictOf(buildZip([{ name, data: "x", flags: 0 }]))).toBe("a/caf\u0398");
    expect(await verdictOf(buildTar([{ name: "", rawName: name, data: "x" }]))).toBe(
      "path-control-character",
    );
  });

  test("an emoji with its colour selector is a name like any other", async () => {
    expect(await verdictOf(buildZip([{ name: "a/\u2764\ufe0f.md", data: "x" }]))).toBe("a/\u2764\ufe0f.md");
  });
});

describe("zip", () => {
  test("a second name in an extra field is refused, in either header", async () => {
    const other = text("a/evil.sh");
    const field = Uint8Array.of(0x75, 0x70, other.length + 5, 0, 1, 0, 0, 0, 0, ...other);
    expect(await verdictOf(buildZip([{ ...skill, extra: field }]))).toBe("archive-header-mismatch");
    expect(await verdictOf(buildZip([{ ...skill, localExtra: field }]))).toBe("archive-header-mismatch");
  });

  test("a reparse point of Windows is a link", async () => {
    expect(await verdictOf(buildZip([{ ...skill, dosAttributes: 0x400 }]))).toBe("archive-link");
  });

  test("sizes after the data must be those of the directory", async () => {
    const data = text("content");
    const sizes = [crc32(data), deflateRawSync(data).length, data.length] as const;
    const withDescriptor = (descriptor: Uint8Array): Uint8Array =>
      buildZip([{ name: "a/x", data, flags: 0x0808, descriptor }]);
    expect(await verdictOf(withDescriptor(numbers(0x08074b50, ...sizes)))).toBe("a/x");
    expect(await verdictOf(withDescriptor(numbers(...sizes)))).toBe("a/x");
    expect(await verdictOf(withDescriptor(numbers(0x08074b50, sizes[0], sizes[1], 9999)))).toBe(
      "archive-header-mismatch",
    );
    expect(await verdictOf(withDescriptor(new Uint8Array()))).toBe("archive-header-mismatch");
  });

  test("an archive of several disks and an end record that counts wrongly are refused", async () => {
    expect(await verdictOf(buildZip([skill], { disk: 1 }))).toBe("archive-damaged");
    expect(await verdictOf(buildZip([skill, { name: "a/x" }], { declaredEntries: 1 }))).toBe(
      "archive-foreign-data",
    );
    expect(await verdictOf(buildZip([skill], { declaredEntries: 2 }))).toBe("archive-damaged");
  });

  test("a comment is no part of the package, and no second archive", async () => {
    expect(await verdictOf(buildZip([skill], { comment: text("packed by hand") }))).toBe("a/SKILL.md");
    const inner = buildZip([{ name: "a/evil.sh", data: "x" }]);
    expect(await verdictOf(buildZip([skill], { comment: inner }))).toMatch(/^archive-/);
  });

  test("files that share their data are refused: the bomb that needs no nesting", async () => {
    const kernel = { name: "a/0", data: new Uint8Array(500_000) };
    const quoted = [1, 2, 3].map((index): RawZipEntry => ({ ...kernel, name: `a/${index}`, offset: 0 }));
    expect(await verdictOf(buildZip([kernel, ...quoted]))).toBe("archive-header-mismatch");
  });

  test("an archive inside is a file: it is never unpacked, however deep they are nested", async () => {
    let inner = buildZip([{ name: "bomb", data: new Uint8Array(900_000) }]);
    for (let level = 0; level < 5; level++) inner = buildZip([{ name: "inner.zip", data: inner }]);
    expect(await verdictOf(buildZip([skill, { name: "a/inner.zip", data: inner }]))).toBe(
      "a/SKILL.md a/inner.zip",
    );
  });

  test("a socket, a device and a folder that is called a file are refused", async () => {
    for (const mode of [0o140777, 0o020666, 0o060666, 0o040755])
      expect(await verdictOf(buildZip([{ ...skill, mode }]))).toBe("archive-special-file");
  });

  test("an empty archive has no files", async () => {
    expect(await verdictOf(buildZip([]))).toBe("");
    expect(await verdictOf(new Uint8Array(1024))).toBe("archive-unknown");
  });
});

describe("tar", () => {
  test("the formats of POSIX, GNU and Version 7 are read", async () => {
    for (const format of ["ustar", "gnu", "v7"] as const) {
      const folder = { name: "a/", type: format === "v7" ? "0" : "5" };
      expect(await verdictOf(buildTar([folder, tarSkill], format))).toBe("a/SKILL.md");
      expect(await verdictOf(new Uint8Array(gzipSync(buildTar([tarSkill], format))))).toBe("a/SKILL.md");
    }
    expect(await verdictOf(buildTar([{ name: "SKILL.md", prefix: "a/b", data: "x" }]))).toBe("a/b/SKILL.md");
    expect(await verdictOf(buildTar([{ name: "x", type: "2", link: "/etc" }], "v7"))).toBe("archive-link");
  });

  test("hard links are refused, also in the old format", async () => {
    expect(await verdictOf(buildTar([tarSkill, { name: "a/b", type: "1", link: "a/SKILL.md" }]))).toBe(
      "archive-link",
    );
    expect(await verdictOf(buildTar([longName("/etc/passwd", "K"), { name: "a", type: "1" }]))).toBe(
      "archive-link",
    );
  });

  test.each(["S", "M", "V", "D", "N", "X", "Z"])("an entry of type %s is refused", async (type) => {
    expect(await verdictOf(buildTar([{ name: "a/x", type }]))).toBe("archive-special-file");
  });

  test("sparse files are refused in the words of PAX too", async () => {
    const records = { "GNU.sparse.major": "1", "GNU.sparse.realsize": "999999999", path: "a/x" };
    expect(await verdictOf(buildTar([pax(records), { name: "a/x", data: "x" }]))).toBe(
      "archive-special-file",
    );
  });

  test("long names of GNU are the ones that are checked", async () => {
    const long = `a/${"references/".repeat(10)}x.md`;
    expect(await verdictOf(buildTar([longName(long), { name: "short", data: "x" }], "gnu"))).toBe(long);
    expect(await verdictOf(buildTar([longName("../../x"), { name: "a/x", data: "x" }]))).toBe(
      "path-traversal",
    );
    expect(await verdictOf(buildTar([longName("a".repeat(70_000)), { name: "x" }]))).toBe("path-too-long");
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

  test("headers count as entries", async () => {
    const many = Array.from({ length: 6 }, (_, index) => [
      pax({ mtime: "1" }),
      { name: `a/${index}` },
    ]).flat();
    expect(await verdictOf(buildTar(many), { entries: 10 })).toBe("archive-too-many-entries");
  });
});
