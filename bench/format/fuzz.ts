import { readArchive } from "@/lib/bundles/read-archive";
import { writeTar, writeTarGz } from "@/lib/bundles/write-tar";
import { writeZip } from "@/lib/bundles/write-zip";
import { findFindings } from "@/lib/findings/find-findings";
import { setFrontmatterField } from "@/lib/skills/edit-frontmatter";
import { checkPackagePath } from "@/lib/skills/package-path";
import { parseSkill } from "@/lib/skills/parse-skill";
import { readMetadata } from "@/lib/skills/read-metadata";
import { validatePackage } from "@/lib/skills/validate-package";
import { generateSkill, randomFrom } from "./generate-skills";
import { mutateBytes, mutateText } from "./mutate";

/** `npm run bench -- fuzz [count] [seed]`: 200,000 mutated inputs by default, one in four an archive. */
export async function run(options: readonly string[]): Promise<number> {
  const [count = 200_000, seed = 1] = options.map(Number);
  const random = randomFrom(seed);
  const archives = await sampleArchives();
  const texts = sampleTexts();
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
  return slowest.perKilobyte > 1 ? 1 : 0;
}

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
  const quick = readMetadata(text, { folderName: "folder", complete: true });
  expect(skill.loads === (quick !== null), "the quick reading loads the same files");
  expect(
    quick === null || (quick.name === skill.name && quick.description === skill.description),
    "the quick reading agrees",
  );
  const files = [
    { path: "SKILL.md", size: text.length, text },
    { path: "b/c.md", size: 0, text: "" },
  ];
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

/** An archive is refused, or every path of it is safe. Anything else throws. */
export async function tryArchive(bytes: Uint8Array, label: string): Promise<void> {
  const limits = { totalBytes: 4_000_000, fileBytes: 1_000_000, entries: 200 };
  const result = await readArchive(bytes, { fileName: "fuzz", limits });
  if (!result.ok) return;
  for (const { path } of result.value.files) {
    const checked = checkPackagePath(path);
    if (!checked.ok || checked.value !== path) throw new Error(`${label}: the path ${path} came through`);
  }
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
  return Promise.all(
    streams.map(async (stream) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      return new Uint8Array(Buffer.concat(chunks));
    }),
  );
}
