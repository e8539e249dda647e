import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { verdictOf } from "./fixtures/archive-verdict";
import { buildTar, paxRecords, type RawTarEntry } from "./fixtures/build-tar";
import { buildZip, type RawZipEntry } from "./fixtures/build-zip";

const skill: RawZipEntry = { name: "a/SKILL.md", data: "---\nname: a\ndescription: d\n---\nBody\n" };
const tarSkill: RawTarEntry = { name: "a/SKILL.md", data: "text" };
const pax = (records: Readonly<Record<string, string>>, type = "x"): RawTarEntry => ({
  name: "pax",
  type,
  data: paxRecords(records),
});

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const numbers = (...values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value, true);
  return new Uint8Array(view.buffer);
};

describe("names", () => {
  const withName = (name: string): Uint8Array[] => [
    buildZip([skill, { name, data: "x" }, { name: "b/SKILL.md" }]),
    buildTar([tarSkill, pax({ path: name }), { name: "x", data: "x" }, { name: "b/SKILL.md" }]),
  ];

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
  ])("%s refuses the archive: readers would put it in different places", async (_what, name, rule) => {
    for (const archive of withName(name)) expect(await verdictOf(archive)).toBe(rule);
  });

  test.each([
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
  ])("%s refuses the skill that it lies in, and no other", async (_what, name, rule) => {
    const folder = name.startsWith("a./") ? "a." : "a";
    const rest = folder === "a" ? "b/SKILL.md" : "a/SKILL.md b/SKILL.md";
    for (const archive of withName(name))
      expect(await verdictOf(archive)).toBe(`${rest} ${folder} refused: ${rule}`);
  });

  test("a bad name outside of every skill is left out, unless it leaves the archive behind another fault", async () => {
    for (const archive of withName("docs/what?"))
      expect(await verdictOf(archive)).toBe("a/SKILL.md b/SKILL.md left out: path-windows-name");
    for (const archive of withName("con/../../x")) expect(await verdictOf(archive)).toBe("path-windows-name");
  });

  test("a name that is not UTF-8 is refused where it says it is, else read as code page 437", async () => {
    const name = Uint8Array.of(...text("a/caf"), 0xe9);
    const refused = "a refused: path-control-character";
    expect(await verdictOf(buildZip([skill, { name, data: "x", flags: 0x0800 }]))).toBe(refused);
    expect(await verdictOf(buildZip([{ name, data: "x", flags: 0 }]))).toBe("a/caf\u0398");
    expect(await verdictOf(buildTar([tarSkill, { name: "", rawName: name, data: "x" }]))).toBe(refused);
    const above = Uint8Array.of(...text("../"), 0xe9);
    expect(await verdictOf(buildTar([tarSkill, { name: "", rawName: above }]))).toBe("path-traversal");
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
    expect(await verdictOf(buildZip([{ ...skill, dosAttributes: 0x400 }]))).toBe("a refused: archive-link");
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
      expect(await verdictOf(buildZip([{ ...skill, mode }]))).toBe("a refused: archive-special-file");
  });

  test("an empty archive has no files", async () => {
    expect(await verdictOf(buildZip([]))).toBe("");
    expect(await verdictOf(new Uint8Array(1024))).toBe("archive-unknown");
  });
});
