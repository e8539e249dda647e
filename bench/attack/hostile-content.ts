import { z } from "zod";
import { buildZip } from "@/lib/bundles/fixtures/build-zip";
import { randomFrom } from "../format/generate-skills";
import type { Person } from "./person";

const skillSchema = z.object({ name: z.string() });
const draftSchema = z.object({ revision: z.number(), digest: z.string() });
const importSchema = z.object({ id: z.string(), state: z.string() });
const agentSchema = z.object({ slug: z.string(), revision: z.number() });
const reviewSchema = z.object({ number: z.number() });
const conversationSchema = z.object({ id: z.string() });
const anything = z.unknown();

export const worst = "worst-texts";
const setSize = 60;

export const document = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does the ${name} work. Use when somebody asks for release notes.\n---\n\n${body}`;

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

/** Two states of one skill that are as hard to compare as texts can be: many lines of few kinds, and long ones. */
const states = [3, 11].map((shift) => [
  {
    path: "references/shuffled.md",
    text: lines(80_000, (at) => `l${(at * 7919 * shift + (at >> shift)) % 7}`),
  },
  { path: "references/edited.md", text: lines(3_900, (at) => `${at} ${"word ".repeat(60)}${at * shift}`) },
  { path: "references/one-line.md", text: `a=${shift};`.repeat(400_000) },
  {
    path: "references/marks.md",
    text: lines(30_000, (at) => `<!-- ${at % shift} [a](b.md) https://a.example/${at}?token=`),
  },
]);

/** A body of hostile shape, at the limit of what a SKILL.md may have. */
export const longBody = (piece: string, characters = 900_000): string =>
  piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters);

/** Many skills in one archive, as large as an agent's set may get; text that packs as text does. */
function archiveOf(prefix: string, skills: number, filesEach: number, fileBytes: number): Buffer {
  const random = randomFrom(skills);
  const text = lines(
    Math.ceil(fileBytes / 40),
    () => `${random().toString(36).slice(2)} release notes for customers`,
  );
  const entries = Array.from({ length: skills }, (_, at) => {
    const name = `${prefix}-${at}`;
    const description = "Use when somebody asks for release notes, customers or tone. ".repeat(15).trim();
    return [
      {
        name: `${name}/SKILL.md`,
        data: document(name, text).replace(/description: .*/, `description: ${description}`),
      },
      ...Array.from({ length: filesEach }, (_, file) => ({
        name: `${name}/references/${file}.md`,
        data: `${at} ${file}\n${text}`,
      })),
    ];
  });
  return Buffer.from(buildZip(entries.flat()));
}

const boundary = "----an-upload";
export const multipart = (bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="set.zip"\r\ncontent-type: application/zip\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
export const multipartType = `multipart/form-data; boundary=${boundary}`;

export type Hostile = {
  /** Allowed, and as much work as an archive can be. */
  archive: Buffer;
  /** An agent with the largest set. */
  agent: string;
  review: number;
  conversation: string;
};

/** What an author stores before the attacks begin, and an agent of the owner's that has it all. */
export async function storeHostileContent(author: Person, owner: Person, home: string): Promise<Hostile> {
  await storeSet(author, home);
  await author.call(`${home}/skills`, skillSchema, { body: { name: worst } });
  const text = `---\nname: ${worst}\ndescription: Holds the worst texts. Use when measuring.\n---\n`;
  await save(author, home, worst, [{ path: "SKILL.md", text }]);
  for (const [at, files] of states.entries()) {
    await save(author, home, worst, files);
    await publish(owner, home, worst, at === 0 ? null : at);
  }
  const set = Array.from({ length: setSize }, (_, at) => `set-${at}`);
  for (const skill of set) await publish(owner, home, skill, null);
  const { slug, revision } = await owner.call(`${home}/agents`, agentSchema, { body: { name: "Hoard" } });
  const items = [worst, ...set].map((skill) => ({ skill }));
  await owner.call(`${home}/agents/${slug}/assignments`, anything, {
    method: "PUT",
    body: { baseRevision: revision, items },
  });
  const review = await beginReview(author, home);
  const { id } = await author.call(`${home}/conversations`, conversationSchema, { body: { agent: slug } });
  return { archive: archiveOf("bulk", 300, 30, 8_000), agent: slug, review, conversation: id };
}

async function storeSet(author: Person, home: string): Promise<void> {
  const { text } = await author.ask(`/api/v1${home}/imports`, {
    body: multipart(archiveOf("set", setSize, 4, 60_000)),
    contentType: multipartType,
    wantsText: true,
  });
  const { id } = importSchema.parse(JSON.parse(text));
  await untilState(author, `${home}/imports/${id}`, "ready");
  await author.call(`${home}/imports/${id}/store`, anything, { body: { rest: "update" } });
  await untilState(author, `${home}/imports/${id}`, "done");
}

async function untilState(author: Person, path: string, wanted: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { state } = await author.call(path, importSchema);
    if (state === wanted) return;
    if (["failed", "cancelled", "interrupted"].includes(state)) throw new Error(`the import is ${state}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path} did not become ${wanted} within a minute`);
}

async function publish(
  owner: Person,
  home: string,
  skill: string,
  newestVersion: number | null,
): Promise<void> {
  const { revision, digest } = await owner.call(`${home}/skills/${skill}/draft`, draftSchema);
  await owner.call(`${home}/skills/${skill}/versions`, anything, {
    body: { revision, digest, newestVersion, bypassReason: "This is a bench" },
  });
}

async function save(
  author: Person,
  home: string,
  skill: string,
  files: readonly { path: string; text: string }[],
): Promise<void> {
  const { revision } = await author.call(`${home}/skills/${skill}/draft`, draftSchema);
  const changes = files.map((file) => ({ op: "write", ...file }));
  await author.call(`${home}/skills/${skill}/draft/changes`, anything, {
    body: { baseRevision: revision, changes },
  });
}

/** Threads on lines of long files, and then other text below them: each look places all of them anew. */
async function beginReview(author: Person, home: string): Promise<number> {
  await save(author, home, worst, [{ path: "references/more.md", text: "More.\n" }]);
  const { digest } = await author.call(`${home}/skills/${worst}/draft`, draftSchema);
  const { number } = await author.call(`${home}/skills/${worst}/reviews`, reviewSchema, {
    body: { title: "Look" },
  });
  for (let at = 0; at < 30; at += 1) {
    const path = at % 2 === 0 ? "references/shuffled.md" : "references/edited.md";
    const anchor = {
      kind: "file",
      digest,
      side: "new",
      path,
      startLine: 100 * (at + 1),
      endLine: 100 * (at + 1) + 3,
    };
    await author.call(`${home}/threads`, anything, { body: { review: number, anchor, body: "Why?" } });
  }
  await save(author, home, worst, states[0] ?? []);
  return number;
}
