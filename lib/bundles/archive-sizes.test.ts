import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type ArchiveLimits, archiveLimits } from "./archive-limits";
import { verdictOf } from "./fixtures/archive-verdict";
import { buildTar, paxRecords, type RawTarEntry } from "./fixtures/build-tar";
import { buildZip } from "./fixtures/build-zip";
import { readArchive } from "./read-archive";

const MiB = 1024 * 1024;
const zeros = (bytes: number): Uint8Array => new Uint8Array(bytes);
const concat = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
const gzip = (bytes: Uint8Array): Uint8Array => new Uint8Array(gzipSync(bytes));
const pax = (records: Readonly<Record<string, string>>): RawTarEntry => ({
  name: "pax",
  type: "x",
  data: paxRecords(records),
});
const longName = (name: string): RawTarEntry => ({ name: "././@LongLink", type: "L", data: `${name}\0` });
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function countOf(bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}): Promise<number | string> {
  const result = await readArchive(bytes, { fileName: "x", limits });
  return result.ok ? result.value.files.length : result.error.rule;
}

describe("entries are files, folders and links, not headers", () => {
  const longPath = (index: number): string => `skill/${"a-folder-with-a-long-name/".repeat(5)}${index}.md`;

  test.each([
    ["PAX", (index: number) => [pax({ path: longPath(index), mtime: "1.5" }), { name: "x", data: "text" }]],
    ["GNU", (index: number) => [longName(longPath(index)), { name: "x", data: "text" }]],
  ])(
    "10,000 files with long names in the form of %s are read, and one more is not",
    async (_form, entries) => {
      const archive = gzip(buildTar(many(10_000, entries).flat()));
      expect(await countOf(archive)).toBe(10_000);
      expect(await countOf(archive, { entries: 9999 })).toBe("archive-too-many-entries");
    },
  );

  test("two headers before each entry still leave room for all of them", async () => {
    const entry = (index: number): RawTarEntry[] => [
      longName(longPath(index)),
      { ...longName("SKILL.md"), type: "K" },
      { name: "x", data: "text" },
    ];
    expect(archiveLimits.extensions).toBeGreaterThan(2 * archiveLimits.entries);
    expect(await countOf(buildTar(many(1000, entry).flat()), { entries: 1000 })).toBe(1000);
  });

  test("a zip has the same limit", async () => {
    const archive = buildZip(many(10_000, (index) => ({ name: `a/${index}`, method: 0 })));
    expect(await countOf(archive)).toBe(10_000);
    expect(await countOf(archive, { entries: 9999 })).toBe("archive-too-many-entries");
  });
});

describe("what packs well is no bomb", () => {
  test.each([
    ["3.2 MB of zeros", [{ name: "a/table.csv", data: zeros(3_200_000) }]],
    [
      "4,999 small files",
      many(4999, (index) => ({ name: `a/${index}.md`, data: "The same text.\n".repeat(20) })),
    ],
    ["a file of the largest size", [{ name: "a/x", data: zeros(archiveLimits.fileBytes) }]],
    ["as much as one skill may have", [9, 7].map((size) => ({ name: `a/${size}`, data: zeros(size * MiB) }))],
    ["empty files, whose headers are all there is", many(3000, (index) => ({ name: `a/${index}` }))],
  ])("%s, in every form of archive", async (_what, files) => {
    for (const pack of [buildZip(files), buildTar(files), gzip(buildTar(files))])
      expect(await countOf(pack)).toBe(files.length);
  });

  test("padding behind a tar's end is no content", async () => {
    const tar = buildTar([{ name: "a/SKILL.md", data: "text" }]);
    const padded = concat(tar, zeros(MiB));
    expect(await verdictOf(padded)).toBe("a/SKILL.md");
    expect(await verdictOf(gzip(padded))).toBe("a/SKILL.md");
  });
});

describe("a bomb is refused before it goes off", () => {
  const tenFiles = many(12, (index) => ({ name: `a/${index}`, data: zeros(10 * MiB) }));
  const header = buildTar([{ name: "a", declaredSize: 8 ** 11 - 1 }]).slice(0, 512);

  test.each([
    ["many zeros in a zip", () => buildZip(tenFiles), "archive-ratio"],
    ["many zeros in a tar.gz", () => gzip(buildTar(tenFiles)), "archive-ratio"],
    ["a file of 8 GB in a tar.gz", () => gzip(concat(header, zeros(20 * MiB))), "archive-too-large"],
    ["nothing but zeros", () => gzip(zeros(64 * MiB)), "archive-ratio"],
    [
      "an end that does not end",
      () => gzip(concat(buildTar([{ name: "a" }]), zeros(64 * MiB))),
      "archive-ratio",
    ],
    [
      "headers without entries",
      () => gzip(buildTar(many(5100, () => ({ name: "p", type: "g" })))),
      "archive-too-many-entries",
    ],
    [
      "names of volumes",
      () => gzip(buildTar(many(5100, () => ({ name: "v", type: "V" })))),
      "archive-too-many-entries",
    ],
    [
      "large headers without entries",
      () =>
        gzip(
          buildTar(
            many(700, () => ({ name: "p", type: "g", data: paxRecords({ comment: "x".repeat(60_000) }) })),
          ),
        ),
      "archive-too-large",
    ],
    [
      "junk, which is unpacked in a tar.gz though nobody keeps it",
      () => gzip(buildTar(tenFiles.map((file) => ({ ...file, name: `node_modules/${file.name}` })))),
      "archive-ratio",
    ],
  ])("%s", async (_what, make, rule) => {
    const archive = make();
    const before = process.memoryUsage().arrayBuffers;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers)), 1);
    expect(await countOf(archive, { extensions: 5000 })).toBe(rule);
    clearInterval(watch);
    expect(peak - before).toBeLessThan(96 * MiB);
  });

  test("what is too large for any skill is not even unpacked in a zip, and not kept from a tar", async () => {
    const large = { name: "docs/video.mp4", data: zeros(11 * MiB) };
    const files = [{ name: "a/SKILL.md" }, large];
    for (const pack of [buildZip(files), buildTar(files), gzip(buildTar(files))])
      expect(await verdictOf(pack)).toBe("a/SKILL.md left out: file-too-large");
  });
});
