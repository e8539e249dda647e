import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkFileSet } from "@/lib/skills/check-file-set";
import { packageDigest } from "@/lib/skills/digest";
import { packageLimits } from "@/lib/skills/limits";
import { archivePackages } from "./archive-packages";
import type { FileBytes, PackedPackage } from "./package-bytes";
import { portablePackage } from "./portable-package";
import { readArchive } from "./read-archive";
import { writeTarGz } from "./write-tar";
import { writeZip } from "./write-zip";

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const digestOf = (files: readonly FileBytes[]): string =>
  packageDigest(
    files.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) })),
    sha256,
  );

const folderName = "my-skill";
const document = new TextEncoder().encode(`---\nname: ${folderName}\ndescription: Does it.\n---\nBody\n`);
const skillFile: FileBytes = { path: "SKILL.md", bytes: document };

/** Every form in which a skill leaves: both layouts as zip and tar.gz, as it is and portable where it has that form. */
function* exportsOf(
  files: readonly FileBytes[],
): Generator<{ archive: Readable; digest: string; form: string }> {
  const portable = portablePackage(folderName, files);
  const forms: [string, PackedPackage][] = [["plain", { folderName, files }]];
  if (portable.problems.length === 0) forms.push(["portable", { folderName, files: portable.files }]);
  for (const [form, packed] of forms)
    for (const layout of ["folder", "root"] as const)
      for (const [kind, write] of [["zip", writeZip] as const, ["tar.gz", writeTarGz] as const])
        yield {
          archive: write([packed], { layout }),
          digest: digestOf(packed.files),
          form: `${form} ${layout} ${kind}`,
        };
}

async function expectAllComeBack(files: readonly FileBytes[]): Promise<number> {
  let count = 0;
  for (const { archive, digest, form } of exportsOf(files)) {
    const contents = await readArchive(new Uint8Array(await buffer(archive)), {
      fileName: `${folderName}.zip`,
    });
    if (!contents.ok) throw new Error(`${form}: ${contents.error.rule}: ${contents.error.message}`);
    const [found] = archivePackages(contents.value, folderName).packages.filter(
      ({ nestedIn }) => nestedIn === null,
    );
    expect(found?.refusal, form).toBeNull();
    expect(digestOf(found?.files ?? []), form).toBe(digest);
    count += 1;
  }
  return count;
}

const MiB = 1024 * 1024;
const many = (count: number, make: (index: number) => FileBytes): FileBytes[] =>
  Array.from({ length: count }, (_, index) => make(index));
const zeros = (path: string, size: number): FileBytes => ({ path, bytes: new Uint8Array(size) });

describe("what can be saved comes back from every export as it was", () => {
  test.each([
    ["3.2 MB of zeros", [zeros("table.csv", 3_200_000)], 4],
    ["the largest package, all zeros", [zeros("a", 10 * MiB), zeros("b", 6 * MiB - document.length)], 4],
    [
      "as many files as may be, all alike",
      many(packageLimits.files - 1, (index) => zeros(`${index}.md`, 400)),
      4,
    ],
    ["empty files", many(200, (index) => zeros(`e/${index}`, 0)), 8],
    ["the longest path", [zeros(`${`${"x".repeat(190)}/`.repeat(2)}${"y".repeat(18)}`, 1)], 8],
    ["the deepest path", [zeros(`${"d/".repeat(11)}f`, 1)], 8],
    ["a skill in the skill", [{ path: "kit/SKILL.md", bytes: document }], 8],
    [
      "names of every script",
      [zeros("références/文件 (1).md", 3), zeros("👩‍🚀.md".replace("\u200d", ""), 1)],
      8,
    ],
  ])("%s", async (_what, files, forms) => {
    expect(
      checkFileSet([skillFile, ...files].map(({ path, bytes }) => ({ path, size: bytes.length }))),
    ).toEqual([]);
    expect(await expectAllComeBack([skillFile, ...files])).toBe(forms);
  });

  const [largest, smaller] = [10 * MiB, 6 * MiB];
  test.each([
    ["zip", writeZip],
    ["tar.gz", writeTarGz],
  ])("a set of the largest packages, all zeros, their SKILL.md behind them, as %s", async (_kind, write) => {
    const set = ["a", "b", "c"].map((name): PackedPackage => {
      const own = new TextEncoder().encode(`---\nname: ${name}\ndescription: Does it.\n---\nBody\n`);
      const rest = [zeros("A.bin", largest), zeros("B.bin", smaller - own.length)];
      return { folderName: name, files: [...rest, { path: "SKILL.md", bytes: own }] };
    });
    const archive = new Uint8Array(await buffer(write(set, { layout: "folder" })));
    const contents = await readArchive(archive, { fileName: "set.zip" });
    if (!contents.ok) throw new Error(`${contents.error.rule}: ${contents.error.message}`);
    const { packages } = archivePackages(contents.value, "set");
    expect(packages.map(({ folderName, files, refusal }) => [folderName, digestOf(files), refusal])).toEqual(
      set.map(({ folderName: name, files }) => [name, digestOf(files), null]),
    );
  });

  const segment = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
  const path = fc
    .array(segment, { minLength: 1, maxLength: 12 })
    .map((segments) => segments.join("/").normalize("NFC"));
  const content = fc.tuple(fc.nat(2_000_000), fc.nat(255), fc.boolean()).map(([size, byte, isNoise]) => {
    const bytes = new Uint8Array(isNoise ? size % 5000 : size).fill(byte);
    return isNoise ? bytes.map((_, index) => (index * byte * 7919) % 256) : bytes;
  });
  const files = fc.uniqueArray(fc.record({ path, bytes: content }), {
    maxLength: 12,
    selector: (file) => file.path,
  });

  test("whatever it holds, if the library would keep it", async () => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(files, async (others) => {
        const all = [skillFile, ...others.filter((file) => file.path !== "SKILL.md")];
        const storable = all.filter(
          ({ path: one, bytes }) => checkFileSet([{ path: one, size: bytes.length }]).length === 0,
        );
        if (
          checkFileSet(storable.map(({ path: one, bytes }) => ({ path: one, size: bytes.length }))).length > 0
        )
          return;
        kept += 1;
        await expectAllComeBack(storable);
      }),
      { numRuns: 60, seed: 3 },
    );
    expect(kept).toBeGreaterThan(40);
  });
});
