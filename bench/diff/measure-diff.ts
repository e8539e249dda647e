import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { database } from "@/lib/db/client";
import { diffTextSteps } from "@/lib/diff/diff-text";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { createPackage } from "@/lib/library/writes/create-package";
import { createVersion } from "@/lib/library/writes/create-version";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { skillText } from "@/lib/testing/packages";
import { randomFrom } from "../format/generate-skills";
import { type Figure, median, under } from "../runtime/figures";

const files = 500;
const packageBytes = 5 * 1024 * 1024;
/** Versions are compared once each: what the server keeps of a comparison helps nobody here. */
const versions = 6;
const firstScreen = 5;
const limitMs = 1_000;
const skill = "large-package";

const words =
  "alert page owner team severity check the service before you roll back and say what changed".split(" ");

/** Lines of prose, all different, of about this many bytes. */
function aText(random: () => number, bytes: number): string[] {
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    const picked = Array.from({ length: 10 }, () => words[Math.floor(random() * words.length)]);
    const line = `${lines.length + 1}. ${picked.join(" ")} ${random().toString(36).slice(2, 8)}`;
    lines.push(line);
    size += line.length + 1;
  }
  return lines;
}

/** Every file is edited in a few places: the most work a list can ask for. */
const edited = (lines: readonly string[], random: () => number): string[] =>
  lines.map((line) => (random() < 0.03 ? line.replace(" the ", " every ").concat(" edited") : line));

async function storeVersions(context: Context): Promise<void> {
  const random = randomFrom(7);
  const texts = Array.from({ length: files - 1 }, (_, at) => ({
    path: `references/part-${String(Math.floor(at / 50)).padStart(2, "0")}/file-${String(at).padStart(3, "0")}.md`,
    lines: aText(random, packageBytes / files),
  }));
  const packed = () => texts.map(({ path, lines }) => ({ path, text: `${lines.join("\n")}\n` }));
  const all = [{ path: "SKILL.md", text: skillText(skill) }, ...packed()];
  const { skillId } = await context.db.$transaction(
    (tx) => createPackage({ ...context, db: tx }, { name: skill, files: all, publishNote: "1" }),
    { timeout: 120_000 },
  );
  for (let number = 2; number <= versions; number += 1) {
    for (const text of texts) text.lines = edited(text.lines, random);
    const { revision } = await getDraft(context, { skill });
    const changes = packed().map(({ path, text }) => ({ op: "write" as const, path, text }));
    const draft = await changeDraft(context, { skill, baseRevision: revision, changes });
    await context.db.$transaction((tx) =>
      createVersion(
        { ...context, db: tx },
        { skillId, revision: draft.revision, digest: draft.digest, note: "" },
      ),
    );
  }
}

const listSchema = z.object({ files: z.array(z.object({ path: z.string(), added: z.number().nullable() })) });

export async function measure(): Promise<Figure[]> {
  const context = await aContext(database());
  const cookie = await sessionCookie(context);
  await storeVersions(context);
  const base = `/workspaces/${context.workspace.slug}/skills/${skill}/diff`;
  const lists: number[] = [];
  const opened: number[] = [];
  let counted = 0;
  for (let to = 2; to <= versions; to += 1) {
    const sides = `from=${to - 1}&to=${to}`;
    const startedAt = performance.now();
    const list = listSchema.parse(await (await callApi("get", `${base}?${sides}`, { cookie })).json());
    lists.push(performance.now() - startedAt);
    counted = list.files.filter(({ added }) => added !== null).length;
    const shown = list.files.slice(0, firstScreen);
    const answers = await Promise.all(
      shown.map(({ path }) =>
        callApi("get", `${base}/file?${sides}&path=${encodeURIComponent(path)}`, { cookie }),
      ),
    );
    for (const answer of answers) if (answer.status !== 200) throw new Error(await answer.text());
    opened.push(performance.now() - startedAt);
  }
  const again = performance.now();
  await callApi("get", `${base}?from=1&to=2`, { cookie });
  const figures = [
    under(`list of ${files} files, 5 MB a side, every file edited (median)`, median(lists), limitMs),
    under("the same, the slowest of five", Math.max(...lists), limitMs),
    under(`list and the first ${firstScreen} files line by line (median)`, median(opened), limitMs),
    under("the same, the slowest of five", Math.max(...opened), limitMs),
    { what: "files with their lines counted in the list", value: String(counted), limit: "", holds: null },
    under("the same list again", performance.now() - again, limitMs),
    ...hostileFigures(),
  ];
  await database().$disconnect();
  return figures;
}

const many = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");
const manyWords = (at: number, shift: number) =>
  Array.from({ length: 200 }, (_, word) => String.fromCharCode(97 + ((word * 7 + at * shift) % 26))).join(
    " ",
  );

const hostileTexts: [what: string, before: string, after: string][] = [
  [
    "100,000 lines, every 40th edited",
    many(100_000, (at) => `line ${at}`),
    many(100_000, (at) => `line ${at}${at % 40 === 0 ? " x" : ""}`),
  ],
  [
    "100,000 lines of seven kinds, shuffled",
    many(100_000, (at) => `l${(at * 7919) % 7}`),
    many(100_000, (at) => `l${(at * 104_729 + (at >> 3)) % 7}`),
  ],
  ["two minified files of 2 MB on one line", "a=1;".repeat(500_000), "b=2;".repeat(500_000)],
  ["20,000 lines that share nothing", many(20_000, (at) => `x${at}`), many(20_000, (at) => `y${at}`)],
  [
    "4,000 long lines, each edited",
    many(4_000, (at) => `${at} ${"word ".repeat(80)}`),
    many(4_000, (at) => `${at} ${"word ".repeat(79)}other`),
  ],
  [
    "3,900 lines of 200 words in blocks of 30",
    many(3_900, (at) => (at % 31 === 0 ? `${at}` : manyWords(at, 3))),
    many(3_900, (at) => (at % 31 === 0 ? `${at}` : manyWords(at, 11))),
  ],
];

const longestHeldMs = 300;

/** Of this thread: what else the machine does takes no part. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** What the worst texts cost: the search has to give up in time, and let others through while it goes on. */
function hostileFigures(): Figure[] {
  return hostileTexts.flatMap(([what, before, after]) => {
    const steps = diffTextSteps(before, after);
    const beganAt = performance.now();
    let longestMs = 0;
    for (let done: boolean | undefined = false; !done; ) {
      const startedAt = processorMs();
      ({ done } = steps.next());
      longestMs = Math.max(longestMs, processorMs() - startedAt);
    }
    return [
      under(what, performance.now() - beganAt, 3_000),
      under("  of that in one go (processor time)", longestMs, longestHeldMs),
    ];
  });
}
