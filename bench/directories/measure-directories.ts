import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateFolder } from "../format/generate-skills";
import { check, discover, floor, knownFrom } from "./discover";

type Figure = { what: string; value: string; limit: string; holds: boolean };

/** The minimum of many rounds is what a busy machine disturbs least. */
const rounds = 9;

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What reading configured folders costs at a start: skills that are new, and skills that are the same as before. */
export async function measure(): Promise<Figure[]> {
  const root = mkdtempSync(join(tmpdir(), "skills-"));
  try {
    const anew = [
      await measureAnew(join(root, "10"), 10, 100),
      await measureAnew(join(root, "100"), 100, 500),
    ];
    const again = [
      await measureAgain(join(root, "1000"), 1000),
      await measureAgain(join(root, "5000"), 5000),
    ];
    return [...anew, ...again, await measureCheck(join(root, "watched"), 1000)];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Skills that were never seen: read, hashed, parsed, validated and searched for findings. */
async function measureAnew(folder: string, count: number, limitMs: number): Promise<Figure> {
  generateFolder(folder, count);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push(
      await timed(async () => {
        const { packages } = await discover(folder);
        if (packages.length !== count) throw new Error("Discovery lost skills.");
      }),
    );
  }
  return {
    what: `discovery of ${count} new skills on disk`,
    value: `${Math.min(...times).toFixed(1)} ms`,
    limit: `at most ${limitMs} ms`,
    holds: Math.min(...times) <= limitMs,
  };
}

/** Whether something in a watched folder is another than before, where nothing is: names, sizes and times alone. */
async function measureCheck(folder: string, count: number): Promise<Figure> {
  generateFolder(folder, count);
  const { fingerprint, folders } = await check(folder);
  if (folders.length < count) throw new Error("The check lost folders.");
  const times: number[] = [];
  for (let round = 0; round < rounds; round++)
    times.push(
      await timed(async () => {
        if ((await check(folder)).fingerprint !== fingerprint)
          throw new Error("Something unchanged was taken for changed.");
      }),
    );
  return {
    what: `check of ${count} unchanged skills in a watched folder`,
    value: `${Math.min(...times).toFixed(0)} ms`,
    limit: "at most 200 ms",
    holds: Math.min(...times) <= 200,
  };
}

/** Skills that were there before and are the same: against listing, reading and hashing alone, in turns. */
async function measureAgain(folder: string, count: number): Promise<Figure> {
  generateFolder(folder, count);
  const known = knownFrom(await discover(folder));
  const floors: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    floors.push(await timed(() => floor(folder)));
    times.push(
      await timed(async () => {
        const { packages } = await discover(folder, known);
        if (packages.some(({ facts }) => facts !== null))
          throw new Error("Something unchanged was looked at again.");
      }),
    );
  }
  const ratio = Math.min(...times) / Math.min(...floors);
  return {
    what: `discovery of ${count} unchanged skills on disk`,
    value: `${Math.min(...times).toFixed(0)} ms (${ratio.toFixed(2)} x floor)`,
    limit: "at most 20 x the floor",
    holds: ratio <= 20,
  };
}
