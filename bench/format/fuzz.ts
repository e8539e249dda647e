import { type ArchiveLimits, archiveLimits } from "@/lib/bundles/archive-limits";
import { type ArchivePackage, archivePackages } from "@/lib/bundles/archive-packages";
import { buildTar } from "@/lib/bundles/fixtures/build-tar";
import { readArchive } from "@/lib/bundles/read-archive";
import { writeTar, writeTarGz } from "@/lib/bundles/write-tar";
import { writeZip } from "@/lib/bundles/write-zip";
import { findFindings } from "@/lib/findings/find-findings";
import { setFrontmatterField } from "@/lib/skills/edit-frontmatter";
import { packageLimits } from "@/lib/skills/limits";
import { checkPackagePath, foldPath } from "@/lib/skills/package-path";
import { parseSkill } from "@/lib/skills/parse-skill";
import { referenceVerdict } from "@/lib/skills/reference-validator";
import { renameLinks } from "@/lib/skills/rename-links";
import { validatePackage } from "@/lib/skills/validate-package";
import { generateSkill, randomFrom } from "./generate-skills";
import { hostileArchives } from "./hostile-archives";
import { hostileTexts } from "./hostile-shapes";
import { mutateBytes, mutateText } from "./mutate";

/** `npm run bench -- fuzz [count] [seed]`: 200,000 mutated inputs by default, one in four an archive. */
export async function run(options: readonly string[]): Promise<number> {
  const [count = 200_000, seed = 1] = options.map(Number);
  const random = randomFrom(seed);
  const archives = await sampleArchives();
  const texts = sampleTexts();
  const shapesHold = await runShapes();
  let slowest = { perKilobyte: 0, milliseconds: 0, input: "" };
  for (let index = 0; index < count; index++) {
    const start = process.cpuUsage();
    let size: number;
    if (index % 4 === 3) {
      const bytes = mutateBytes(
        archives[Math.floor(random() * archives.length)] ?? new Uint8Array(1),
        random,
      );
      size = bytes.length;
      await tryArchive(bytes, `seed ${seed}, input ${index}`);
    } else {
      const text = mutateText(texts[Math.floor(random() * texts.length)] ?? "", random);
      size = text.length;
      tryText(text, `seed ${seed}, input ${index}`);
    }
    // Processor time, so that a busy machine does not look like a hang.
    const used = process.cpuUsage(start);
    const milliseconds = (used.user + used.system) / 1000;
    // Below 100 KB the limit is 100 ms: a machine's pauses would drown anything finer.
    const perKilobyte = milliseconds / Math.max(100, size / 1024);
    if (perKilobyte > slowest.perKilobyte)
      slowest = { perKilobyte, milliseconds, input: `input ${index}, ${size} bytes` };
  }
  console.log(`fuzz: ${count} inputs, seed ${seed}: no crash, no pollution`);
  console.log(`slowest: ${slowest.milliseconds.toFixed(1)} ms (${slowest.input})`);
  return slowest.perKilobyte > 1 || !shapesHold ? 1 : 0;
}

/** Of the frontmatter, which may have no more. */
const shapeLength = 64_000;
const limitMs = 100;

/** Every hostile shape through every reader: the slowest of each; false when one passes the limit. */
async function runShapes(): Promise<boolean> {
  const slowest = new Map<string, { name: string; milliseconds: number }>();
  const measure = async (reader: string, name: string, bytes: number, read: () => unknown): Promise<void> => {
    const times: number[] = [];
    // The best of three: the limit is for the code, not for the compiler's first look at it.
    while (times.length < 3) {
      const start = process.cpuUsage();
      await read();
      const used = process.cpuUsage(start);
      times.push((used.user + used.system) / 1000);
      if ((times[0] ?? 0) < limitMs / 10) break;
    }
    const milliseconds = Math.min(...times) / Math.max(1, bytes / 102_400);
    if (milliseconds > (slowest.get(reader)?.milliseconds ?? -1)) slowest.set(reader, { name, milliseconds });
  };
  for (const { name, text } of hostileTexts(shapeLength))
    for (const [reader, read] of Object.entries(readers))
      await measure(reader, name, text.length, () => read(text));
  for (const { name, bytes } of hostileArchives())
    await measure("readArchive", name, bytes.length, () => readPackages(bytes));
  console.log(`hostile shapes, ms per 100 KB (limit ${limitMs}):`);
  for (const [reader, { name, milliseconds }] of slowest)
    console.log(`  ${reader.padEnd(12)} ${milliseconds.toFixed(1).padStart(6)}  ${name}`);
  return [...slowest.values()].every(({ milliseconds }) => milliseconds <= limitMs);
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  lenient: (text) => parseSkill(text, { mode: "lenient", folderName: "x" }),
  strict: (text) => parseSkill(text, { mode: "strict", folderName: "x" }),
  reference: (text) => referenceVerdict(text, "x"),
  validate: (text) => validatePackage({ folderName: "x", files: packageOf(text) }),
  edit: (text) => setFrontmatterField(text, "license", "MIT: x"),
  rename: (text) => renameLinks(text, "SKILL.md", new Map([["b/c.md", "d.md"]]), new Set(["b/c.md"])),
  findings: (text) => findFindings(packageOf(text)),
};

const packageOf = (text: string) => [
  { path: "SKILL.md", size: text.length, text },
  { path: "b/c.md", size: 0, text: "" },
];

/** Everything that reads a SKILL.md, and the promises it keeps. Throws when one is broken. */
export function tryText(text: string, label: string): void {
  const skill = parseSkill(text, { mode: "lenient", folderName: "folder" });
  const strict = parseSkill(text, { mode: "strict", folderName: "folder" });
  const expect = (holds: boolean, promise: string): void => {
    if (!holds) throw new Error(`${label}: ${promise}\n${JSON.stringify(text)}`);
  };
  expect(text.endsWith(skill.body), "the body is the end of the text");
  expect(
    !strict.loads || skill.loads || skill.issues.some((issue) => issue.rule === "name-invisible"),
    "what is strictly valid loads",
  );
  const files = packageOf(text);
  for (const { range } of validatePackage({ folderName: "folder", files }).issues)
    expect(
      range.startLine >= 1 && range.startColumn >= 1 && range.endLine >= range.startLine,
      "ranges are in order",
    );
  findFindings(files);
  if (skill.loads && skill.frontmatter.size > 0) {
    const edited = parseSkill(setFrontmatterField(text, "license", "MIT: x"), { mode: "lenient" });
    expect(edited.body === skill.body, "an edit keeps the body");
  }
  expect(!("polluted" in {}), "no prototype is changed");
}

/** An archive is refused, or every path of every package in it is safe and there once. Anything else throws. */
export async function tryArchive(bytes: Uint8Array, label: string): Promise<void> {
  const limits = { totalBytes: 4_000_000, fileBytes: 1_000_000, entries: 200 };
  for (const { files, refusal } of await readPackages(bytes, limits)) {
    if (refusal) continue;
    const folded = new Set(files.map(({ path }) => foldPath(path)));
    if (folded.size < files.length) throw new Error(`${label}: a path came through twice`);
    for (const { path } of files) {
      const checked = checkPackagePath(path, { ...packageLimits, ...archiveLimits });
      if (!checked.ok || checked.value !== path) throw new Error(`${label}: the path ${path} came through`);
    }
  }
}

async function readPackages(
  bytes: Uint8Array,
  limits: Partial<ArchiveLimits> = {},
): Promise<ArchivePackage[]> {
  const contents = await readArchive(bytes, { fileName: "fuzz", limits });
  return contents.ok ? archivePackages(contents.value, "fuzz").packages : [];
}

export function sampleTexts(): string[] {
  const random = randomFrom(11);
  const generated = Array.from({ length: 20 }, (_, index) =>
    generateSkill(index, random).text.slice(0, 1500),
  );
  const rich =
    '---\nname: folder\ndescription: >-\n  Folded text\n  with lines. Use when asked\nlicense: MIT\nallowed-tools: Read Bash(git:*)\nmetadata:\n  author: me\n  version: "1.0"\ntools:\n  - name: get_it\n    description: Gets it\n    parameters:\n      id: {type: string, required: true}\n---\n# Title\n\nSee [c](b/c.md) and `b/c.md`.\n';
  return [
    ...generated,
    rich,
    rich.replace(/\n/g, "\r\n"),
    `\ufeff${rich}`,
    "# Only text\n\nParagraph.\n",
    "",
  ];
}

export async function sampleArchives(): Promise<Uint8Array[]> {
  const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
  const packages = [
    {
      folderName: "one",
      files: [file("SKILL.md", "---\nname: one\n---\n"), file("references/a.md", "text ".repeat(50))],
    },
    { folderName: "two", files: [file("SKILL.md", "---\nname: two\n---\n")] },
  ];
  const streams = [writeZip, writeTar, writeTarGz].map((write) => write(packages, { layout: "folder" }));
  const written = await Promise.all(
    streams.map(async (stream) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      return new Uint8Array(Buffer.concat(chunks));
    }),
  );
  const linked = [
    { name: "one/SKILL.md", data: "---\nname: one\n---\n" },
    { name: "one/references/a.md", data: "text" },
    { name: "one/b.md", type: "2", link: "references/a.md" },
    { name: "one/docs", type: "2", link: "references" },
    { name: "one/c.md", type: "1", link: "one/b.md" },
    { name: "CLAUDE.md", type: "2", link: "one/SKILL.md" },
    { name: "pipe", type: "6" },
  ];
  return [...written, buildTar(linked)];
}
