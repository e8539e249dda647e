import { deflateRawSync } from "node:zlib";
import { writeZip } from "@/lib/bundles/write-zip";
import { findFindings } from "@/lib/findings/find-findings";
import { parseSkill } from "@/lib/skills/parse-skill";
import { validatePackage } from "@/lib/skills/validate-package";
import { generateSkill, randomFrom } from "./generate-skills";

type Measure = { what: string; value: string; limit: string; holds: boolean };

/** `npm run bench -- format [--json]`: exits 1 when a figure misses its limit. */
export async function run(options: readonly string[]): Promise<number> {
  const measures = [...measureValidation(), await measureZip()];
  if (options.includes("--json")) console.log(JSON.stringify(measures, null, 2));
  else
    for (const { what, value, limit, holds } of measures)
      console.log(`${holds ? "ok  " : "MISS"} ${what.padEnd(52)} ${value.padStart(26)}   ${limit}`);
  return measures.every((measure) => measure.holds) ? 0 : 1;
}

/** The minimum of many rounds is what a busy machine disturbs least. */
const rounds = 31;

const milliseconds = (work: () => unknown): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

const minimum = (times: readonly number[]): number => Math.min(...times);

function median(times: readonly number[]): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function skillOf(bytes: number): string {
  const random = randomFrom(7);
  let { text } = generateSkill(1, random);
  while (text.length < bytes)
    text += `\nSee [the guide](references/guide-${text.length % 7}.md) and \`scripts/run.sh\`.\n${generateSkill(2, random).text.slice(200)}`;
  return text.slice(0, bytes);
}

function measureValidation(): Measure[] {
  const validate = (size: number): number => {
    const text = skillOf(size);
    const files = [
      { path: "SKILL.md", size, text },
      { path: "references/guide-1.md", size: 5, text: "Guide" },
    ];
    return median(
      Array.from({ length: 101 }, () => milliseconds(() => validatePackage({ folderName: "x", files }))),
    );
  };
  const text = skillOf(20 * 1024);
  const parsed = median(
    Array.from({ length: 101 }, () => milliseconds(() => parseSkill(text, { mode: "lenient" }))),
  );
  const found = median(
    Array.from({ length: 101 }, () =>
      milliseconds(() => findFindings([{ path: "SKILL.md", size: text.length, text }])),
    ),
  );
  const small = validate(20 * 1024);
  const large = validate(50 * 1024);
  return [
    {
      what: "full validation of a 20 KB SKILL.md (median)",
      value: `${small.toFixed(3)} ms`,
      limit: "under 2 ms",
      holds: small < 2,
    },
    {
      what: "full validation of a 50 KB SKILL.md (median)",
      value: `${large.toFixed(3)} ms`,
      limit: "under a frame, 16 ms",
      holds: large < 16,
    },
    {
      what: "parsing a 20 KB SKILL.md (median)",
      value: `${parsed.toFixed(3)} ms`,
      limit: "under 2 ms",
      holds: parsed < 2,
    },
    {
      what: "findings of a 20 KB SKILL.md (median)",
      value: `${found.toFixed(3)} ms`,
      limit: "under 5 ms",
      holds: found < 5,
    },
  ];
}

async function measureZip(): Promise<Measure> {
  const text = skillOf(64 * 1024);
  const files = Array.from({ length: 16 }, (_, index) => ({
    path: `references/${index}.md`,
    bytes: new TextEncoder().encode(text + index),
  }));
  const raw: number[] = [];
  const zipped: number[] = [];
  for (let round = 0; round < rounds; round++) {
    raw.push(milliseconds(() => files.map((file) => deflateRawSync(file.bytes, { level: 6 }))));
    const start = performance.now();
    for await (const _ of writeZip([{ folderName: "x", files }], { layout: "folder" }));
    zipped.push(performance.now() - start);
  }
  const rate = minimum(raw) / minimum(zipped);
  return {
    what: "zip of 1 MB of text",
    value: `${minimum(zipped).toFixed(1)} ms (${rate.toFixed(2)} x deflate)`,
    limit: "at least 0.8 x the raw deflate rate",
    holds: rate >= 0.8,
  };
}
