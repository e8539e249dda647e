import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { findPackages } from "./find-packages";
import { verdictOf } from "./fixtures/archive-verdict";
import { buildTar, paxRecords } from "./fixtures/build-tar";
import { buildZip, type RawZipEntry } from "./fixtures/build-zip";
import { readArchive } from "./read-archive";

const skill: RawZipEntry = { name: "a/SKILL.md", data: "---\nname: a\ndescription: d\n---\nBody\n" };

async function pathsOf(bytes: Uint8Array): Promise<string[]> {
  const result = await readArchive(bytes, { fileName: "upload" });
  if (!result.ok) throw new Error(result.error.message);
  return result.value.files.map((file) => file.path).sort();
}

describe("archive attacks", () => {
  test.each(["../../etc/passwd", "a/../../b", "a/..", "/etc/passwd", "C:/x", "~/x"])(
    "A29: an entry that leaves the package refuses the whole archive: %s",
    async (name) => {
      expect(await verdictOf(buildZip([skill, { name, data: "x" }]))).toMatch(
        /^path-(traversal|absolute|home)$/,
      );
      expect(await verdictOf(buildTar([{ name, data: "x" }]))).toMatch(/^path-(traversal|absolute|home)$/);
    },
  );

  test("backslashes are refused, not taken for folders", async () => {
    expect(await verdictOf(buildZip([skill, { name: "..\\..\\x", data: "x" }]))).toBe("path-backslash");
    expect(await verdictOf(buildTar([{ name: "a\\b", data: "x" }]))).toBe("path-backslash");
  });

  test("a NUL in a name is refused", async () => {
    expect(await verdictOf(buildZip([{ name: "SKILL.md\0.txt", data: "x" }]))).toBe("path-control-character");
    const pax = { name: "pax", type: "x", data: paxRecords({ path: "SKILL.md\0.txt" }) };
    expect(await verdictOf(buildTar([pax, { name: "SKILL.md", data: "x" }]))).toBe("path-control-character");
  });

  test("a symbolic link in a zip is refused", async () => {
    const link: RawZipEntry = { name: "a/link", data: "/etc/passwd", mode: 0o120777 };
    expect(await verdictOf(buildZip([skill, link]))).toBe("a refused: archive-link");
  });

  test("a tar that writes through its own link is refused at the link", async () => {
    const through = [
      { name: "a/SKILL.md", data: "x" },
      { name: "a/out", type: "2", link: "/tmp" },
      { name: "a/out/file", data: "x" },
    ];
    expect(await verdictOf(buildTar(through))).toBe("a refused: path-collision");
    const below = [
      { name: "a", type: "2", link: "/tmp" },
      { name: "a/SKILL.md", data: "x" },
    ];
    expect(await verdictOf(buildTar(below))).toBe("a refused: path-collision left out: archive-link");
    const hard = { name: "a/hard", type: "1", link: "/etc/passwd" };
    expect(await verdictOf(buildTar([{ name: "a/SKILL.md", data: "x" }, hard]))).toBe(
      "a refused: archive-link",
    );
  });

  test.each(["3", "4", "6"])("special files (type %s) are refused", async (type) => {
    expect(
      await verdictOf(
        buildTar([
          { name: "a/SKILL.md", data: "x" },
          { name: "a/dev", type },
        ]),
      ),
    ).toBe("a refused: archive-special-file");
  });

  test("special files in a zip are refused, and a set-user-id bit is dropped", async () => {
    expect(await verdictOf(buildZip([skill, { name: "a/pipe", mode: 0o010644 }]))).toBe(
      "a refused: archive-special-file",
    );
    expect(await pathsOf(buildTar([{ name: "a/SKILL.md", data: "x", mode: 0o4755 }]))).toEqual([
      "a/SKILL.md",
    ]);
  });

  test("the path of a PAX header is the one that is checked", async () => {
    const pax = { name: "pax", type: "x", data: paxRecords({ path: "../x" }) };
    expect(await verdictOf(buildTar([pax, { name: "a/SKILL.md", data: "x" }]))).toBe("path-traversal");
  });

  test("data larger than its header says is cut off and refused", async () => {
    const bomb: RawZipEntry = { name: "a/big.txt", data: new Uint8Array(50_000_000), declaredSize: 10 };
    expect(await verdictOf(buildZip([skill, bomb]))).toBe("archive-header-mismatch");
    const short: RawZipEntry = { name: "a/s.txt", data: "12", declaredSize: 10 };
    expect(await verdictOf(buildZip([skill, short]))).toBe("archive-header-mismatch");
    expect(await verdictOf(buildZip([skill, { name: "a/c.txt", data: "12", crc: 1 }]))).toBe(
      "archive-damaged",
    );
  });

  test("bombs are refused by ratio and by size, in zip and gzip", async () => {
    const zeros = new Uint8Array(8_000_000);
    const bombs = ["a/0", "a/1", "a/2"].map((name): RawZipEntry => ({ name, data: zeros }));
    expect(await verdictOf(buildZip([skill, ...bombs]))).toBe("archive-ratio");
    const tar = buildTar(Array.from({ length: 4 }, (_, index) => ({ name: `a/${index}`, data: zeros })));
    expect(await verdictOf(gzipSync(tar))).toBe("archive-ratio");
    expect(await verdictOf(gzipSync(tar), { ratio: 1e9, totalBytes: 1_000_000, entries: 10 })).toBe(
      "archive-too-large",
    );
    expect(
      await verdictOf(buildTar([{ name: "a/SKILL.md" }, { name: "a/zeros", data: zeros }]), {
        fileBytes: 1000,
      }),
    ).toBe("a refused: file-too-large");
  });

  test("a local header that names another file is refused", async () => {
    const liar: RawZipEntry = { name: "a/safe.md", localName: "a/evil.sh", data: "x" };
    expect(await verdictOf(buildZip([skill, liar]))).toBe("archive-header-mismatch");
  });

  test.each([
    ["SKILL.md", "skill.md"],
    ["A.md", "a.md"],
    ["straße.md", "STRASSE.md"],
    ["a", "a/b"],
  ])("A43: %s and %s collide", async (first, second) => {
    const files = [first, second].map((name) => ({ name: `a/${name}`, data: name }));
    for (const build of [buildZip, buildTar])
      expect(
        await verdictOf(build([...files, { name: "a/SKILL.md" }].slice(0, first === "SKILL.md" ? 2 : 3))),
      ).toBe("a refused: path-collision");
  });

  test("the same entry twice is refused", async () => {
    expect(await verdictOf(buildZip([skill, { ...skill, data: "other" }]))).toBe("a refused: path-collision");
  });

  test("NFD and NFC names of one file collide; alone, NFD is stored as NFC", async () => {
    const nfd = "a/cafe\u0301.md";
    const nfc = "a/caf\u00e9.md";
    const both = [nfd, nfc].map((name): RawZipEntry => ({ name, data: "x" }));
    expect(await verdictOf(buildZip([skill, ...both]))).toBe("a refused: path-collision");
    expect(await pathsOf(buildZip([{ name: nfd, data: "x" }]))).toEqual([nfc]);
  });

  test("encrypted entries are refused", async () => {
    expect(await verdictOf(buildZip([{ ...skill, flags: 1 }]))).toBe("a refused: archive-encrypted");
    expect(await verdictOf(buildZip([{ ...skill, flags: 0x2001 }]))).toBe("archive-encrypted");
  });

  test("data before, between and after the parts of a zip is refused", async () => {
    const gif = new TextEncoder().encode("GIF89a");
    expect(await verdictOf(buildZip([skill], { before: gif }))).toBe("archive-unknown");
    const zipHead = Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0);
    expect(await verdictOf(buildZip([skill], { before: zipHead }))).toBe("archive-foreign-data");
    expect(await verdictOf(buildZip([skill], { gap: gif }))).toBe("archive-foreign-data");
    expect(await verdictOf(buildZip([skill], { beforeEnd: gif }))).toBe("archive-foreign-data");
    expect(await verdictOf(buildZip([skill], { after: gif }))).toBe("archive-foreign-data");
  });

  test("zip64 sizes that are not there, other methods and cut archives are refused", async () => {
    expect(await verdictOf(buildZip([{ ...skill, declaredSize: 0xffffffff }]))).toBe(
      "a refused: file-too-large",
    );
    expect(await verdictOf(buildZip([{ ...skill, method: 12 }]))).toBe("a refused: archive-method");
    expect(await verdictOf(buildZip([skill]).slice(0, -8))).toBe("archive-damaged");
    expect(await verdictOf(gzipSync(buildTar([{ name: "a", data: "x" }])).slice(0, -6))).toBe(
      "archive-damaged",
    );
    expect(await verdictOf(new TextEncoder().encode("no archive"))).toBe("archive-unknown");
  });

  test("junk is left out and named, .git is refused, .env stays for the findings", async () => {
    const junk = ["__MACOSX/a/._SKILL.md", "a/.DS_Store", "a/node_modules/x/index.js"];
    const entries = [skill, ...[...junk, "a/.env"].map((name): RawZipEntry => ({ name, data: "x" }))];
    const result = await readArchive(buildZip(entries), { fileName: "a.zip" });
    if (!result.ok) throw new Error(result.error.message);
    expect(result.value.ignored).toEqual(junk);
    expect(result.value.files.map((file) => file.path)).toEqual(["a/SKILL.md", "a/.env"]);
    expect(await verdictOf(buildZip([skill, { name: "a/.git/config", data: "x" }]))).toBe(
      "a refused: path-git",
    );
    expect(findPackages(result.value.files, "x").packages.map((one) => one.folderName)).toEqual(["a"]);
  });

  test.each(["aux.md", "a/con", "a/x:y", "a/dot.", "a/space "])(
    "a name Windows cannot hold is refused: %s",
    async (name) => {
      const own = name.startsWith("a/") ? "a/SKILL.md" : "SKILL.md";
      expect(await verdictOf(buildZip([{ name: own }, { name, data: "x" }]))).toMatch(
        /^(?:a|top) refused: path-(?:windows-name|trailing-dot)$/,
      );
    },
  );

  test("too many entries, too deep and too long paths are refused by their rule", async () => {
    const many = Array.from({ length: 11 }, (_, index): RawZipEntry => ({ name: `a/${index}`, data: "" }));
    expect(await verdictOf(buildZip(many), { entries: 10 })).toBe("archive-too-many-entries");
    expect(
      await verdictOf(
        buildTar([
          { name: "a/SKILL.md", data: "" },
          { name: `${"a/".repeat(30)}x`, data: "" },
        ]),
      ),
    ).toBe("a refused: path-too-deep");
    expect(await verdictOf(buildZip([skill, { name: `a/${"a".repeat(201)}`, data: "" }]))).toBe(
      "a refused: path-too-long",
    );
    expect(await verdictOf(buildZip([skill]), { archiveBytes: 20 })).toBe("archive-too-large");
  });

  test("one piece of data used by two entries is refused", async () => {
    const twice = { ...skill, name: "b/SKILL.md" };
    const overlapping = buildZip([skill, { ...twice, localName: "b/SKILL.md", offset: 0 }]);
    expect(await verdictOf(overlapping)).toBe("archive-header-mismatch");
    expect(await verdictOf(buildZip([skill, { ...skill, offset: 0 }]))).toBe("archive-header-mismatch");
  });

  test("a folder with data, a second hidden name and a lying packed size are refused", async () => {
    expect(await verdictOf(buildZip([{ name: "a/", data: "x" }]))).toBe("archive-header-mismatch");
    expect(await verdictOf(buildTar([{ name: "a/SKILL.md", data: "x", declaredSize: 4000 }]))).toBe(
      "archive-damaged",
    );
    expect(await verdictOf(buildZip([{ ...skill, method: 0, declaredSize: 3 }]))).toBe("archive-damaged");
  });

  test("the unpacked size of the whole archive has a limit", async () => {
    const text = "abcdefghij".repeat(20_000);
    const files = ["1", "2", "3"].map((name): RawZipEntry => ({ name: `a/${name}`, data: text, method: 0 }));
    expect(await verdictOf(buildZip(files), { totalBytes: 500_000 })).toBe("archive-too-large");
    expect(
      await verdictOf(buildTar(files.map(({ name }) => ({ name: String(name), data: text }))), {
        totalBytes: 500_000,
      }),
    ).toBe("archive-too-large");
  });
});

describe("archives of honest packers", () => {
  test("old names in code page 437 and folders are read", async () => {
    const name = Uint8Array.of(...new TextEncoder().encode("a/caf"), 0x82, 0x2e, 0x6d, 0x64);
    expect(
      await pathsOf(
        buildZip([
          { name: "a/", mode: 0o040755, method: 0 },
          { name, data: "x", flags: 0 },
        ]),
      ),
    ).toEqual(["a/caf\u00e9.md"]);
    expect(
      await pathsOf(
        buildTar([
          { name: "./", type: "5" },
          { name: "./a/SKILL.md", data: "x" },
        ]),
      ),
    ).toEqual(["a/SKILL.md"]);
  });

  test("sizes that follow the data are understood, zip64 too", async () => {
    for (const forceZip64Format of [false, true]) {
      const zip = new ZipFile();
      for (const path of ["a/SKILL.md", "a/b.md"])
        zip.addReadStream(Readable.from([Buffer.from(path)]), path, {
          mtime: new Date(2020, 1, 1),
          mode: 0o100644,
          forceZip64Format,
        });
      zip.end({ forceZip64Format, comment: "a comment" });
      const chunks: Uint8Array[] = [];
      for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
      expect(await pathsOf(new Uint8Array(Buffer.concat(chunks)))).toEqual(["a/SKILL.md", "a/b.md"]);
    }
  });
});
