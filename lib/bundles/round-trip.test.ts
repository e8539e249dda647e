import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { Readable as NodeReadable } from "node:stream";
import { describe, expect, test } from "vitest";
import { packageDigest } from "@/lib/skills/digest";
import { archiveStem, findPackages } from "./find-packages";
import type { FileBytes, PackedPackage } from "./package-bytes";
import { readArchive } from "./read-archive";
import { writeTar, writeTarGz } from "./write-tar";
import { writeZip } from "./write-zip";

const file = (path: string, content: string | Uint8Array): FileBytes => ({
  path,
  bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
});

const sample: PackedPackage = {
  folderName: "my-skill",
  files: [
    file("scripts/run.sh", "echo hi\n"),
    file("SKILL.md", "---\nname: my-skill\ndescription: d\n---\nBody\n"),
    file(
      "assets/picture.bin",
      Uint8Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256),
    ),
    file("references/héé.md", "é"),
    file("references/empty.md", ""),
    file(`references/${"long-name-".repeat(12)}.md`, "long"),
  ],
};

const other: PackedPackage = { folderName: "zeta", files: [file("SKILL.md", "---\nname: zeta\n---\n")] };

async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

const digestOf = (files: readonly FileBytes[]): string =>
  packageDigest(
    files.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) })),
    sha256,
  );

async function unpack(bytes: Uint8Array | Readable, fileName = "my-skill.zip") {
  const result = await readArchive(bytes, { fileName });
  if (!result.ok) throw new Error(result.error.message);
  return findPackages(result.value.files, archiveStem(fileName)).packages;
}

describe.each([
  ["zip", writeZip],
  ["tar", writeTar],
  ["tar.gz", writeTarGz],
] as const)("%s", (_name, write) => {
  test("a package comes back with the same digest, in either layout", async () => {
    for (const layout of ["folder", "root"] as const) {
      const [found] = await unpack(await bytesOf(write([sample], { layout })));
      expect(found?.folderName).toBe("my-skill");
      expect(digestOf(found?.files ?? [])).toBe(digestOf(sample.files));
    }
  });

  test("a file that may be run comes back as one, and no digest tells", async () => {
    const runnable = sample.files.map((one) => ({ ...one, executable: one.path === "scripts/run.sh" }));
    const archive = await bytesOf(write([{ ...sample, files: runnable }], { layout: "folder" }));
    const [found] = await unpack(archive);
    expect(found?.files.filter(({ executable }) => executable).map(({ path }) => path)).toEqual([
      "scripts/run.sh",
    ]);
    expect(digestOf(found?.files ?? [])).toBe(digestOf(sample.files));
    expect(archive).not.toEqual(await bytesOf(write([sample], { layout: "folder" })));
  });

  test("the same content is the same bytes, whatever the order of the files", async () => {
    const reversed = { ...sample, files: sample.files.toReversed() };
    const first = await bytesOf(write([sample], { layout: "folder" }));
    expect(await bytesOf(write([reversed], { layout: "folder" }))).toEqual(first);
  });

  test("several packages share one archive, each in its folder", async () => {
    const found = await unpack(await bytesOf(write([sample, other], { layout: "folder" })));
    expect(found.map((one) => one.folderName)).toEqual(["my-skill", "zeta"]);
  });

  test("the root layout takes one package only", () => {
    expect(() => write([sample, other], { layout: "root" })).toThrow("takes one package");
  });

  test("an archive is read from a stream too", async () => {
    const bytes = await bytesOf(write([other], { layout: "folder" }));
    const halves = [bytes.subarray(0, 100), bytes.subarray(100)];
    const [found] = await unpack(NodeReadable.from(halves));
    expect(found?.folderName).toBe("zeta");
  });
});

test("the zip does not depend on the machine's time zone", async () => {
  const zone = process.env.TZ;
  try {
    process.env.TZ = "Asia/Tokyo";
    const tokyo = sha256(await bytesOf(writeZip([other], { layout: "root" })));
    process.env.TZ = "America/Los_Angeles";
    expect(sha256(await bytesOf(writeZip([other], { layout: "root" })))).toBe(tokyo);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test("a stored zip hangs on nothing but the content: no release of zlib has a part in it", async () => {
  const bytes = await bytesOf(writeZip([sample], { layout: "root", stored: true }));
  const [found] = await unpack(bytes);
  expect(digestOf(found?.files ?? [])).toBe(digestOf(sample.files));
  for (const { bytes: content } of sample.files)
    expect(Buffer.from(bytes).includes(Buffer.from(content))).toBe(true);
  expect(sha256(bytes)).toBe("5127335090c7fab632e2cb4840619ffd03c534af20b624d63d522e3548c909e5");
});

test("a stream longer than the limit is refused before its end", async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield new Uint8Array(1000);
  }
  const result = await readArchive(NodeReadable.from(endless()), {
    fileName: "x",
    limits: { archiveBytes: 10_000 },
  });
  expect(result).toMatchObject({ ok: false, error: { rule: "archive-too-large" } });
});

test("an aborted reading is thrown, not answered", async () => {
  const bytes = await bytesOf(writeZip([other], { layout: "root" }));
  const options = { fileName: "x", signal: AbortSignal.abort(new Error("stopped")) };
  await expect(readArchive(bytes, options)).rejects.toThrow("stopped");
});

describe("findPackages", () => {
  const paths = (...list: string[]) => list.map((path) => ({ path }));

  test("a nested SKILL.md is its own package, and its files stay in the parent", () => {
    const { packages } = findPackages(
      paths("a/SKILL.md", "a/sub/SKILL.md", "a/sub/x.md", "b/skill.md"),
      "top",
    );
    expect(packages).toEqual([
      { root: "a", folderName: "a", nestedIn: null, files: paths("SKILL.md", "sub/SKILL.md", "sub/x.md") },
      { root: "a/sub", folderName: "sub", nestedIn: "a", files: paths("SKILL.md", "x.md") },
      { root: "b", folderName: "b", nestedIn: null, files: paths("skill.md") },
    ]);
  });

  test("a package at the top takes the archive's name; a lone file outside is named", () => {
    expect(findPackages(paths("SKILL.md", "x.md"), "tools").packages[0]?.folderName).toBe("tools");
    const { packages, ignored } = findPackages(paths("README.md", ".DS_Store", "s/SKILL.md"), "top");
    expect(packages).toHaveLength(1);
    expect(ignored).toEqual([
      { path: ".DS_Store", reason: "junk" },
      { path: "README.md", reason: "outside-any-package" },
    ]);
  });

  test("nothing is found in files without a SKILL.md", () => {
    expect(findPackages(paths("a/b.md"), "top").packages).toEqual([]);
  });

  test.each([
    ["tools.tar.gz", "tools"],
    ["C:\\dir\\my-skill.skill", "my-skill"],
    ["pdf (1).zip", "pdf"],
    [".zip", "skill"],
  ])("%s goes by %s", (fileName, stem) => {
    expect(archiveStem(fileName)).toBe(stem);
  });
});
