import "server-only";
import { searchedWords } from "@/lib/aside/searched-words";
import { leastAside, workAside } from "@/lib/aside/work-aside";
import { countTerms, type SearchTerms } from "@/lib/runtime/search-terms";
import { textOf } from "@/lib/skills/file-text";
import { readSuite } from "@/lib/suites/read-suite";
import { triggerEvalPath } from "@/lib/suites/suite";
import type { LoadBytes, ManifestFile } from "../describe-package";
import { recalledStems } from "./recalled-stems";

/**
 * By what a search in the database finds a draft: its words as they are written, and the stems of what was counted.
 * Those of a long text are found in the thread for long work.
 */
export async function listSearchedWords(
  skill: { description: string; body: string },
  terms: SearchTerms,
): Promise<string[]> {
  const { description, body } = skill;
  const written =
    body.length < leastAside ? searchedWords(skill) : await workAside("searchedWords", { description, body });
  return [...written, ...recalledStems(terms)];
}

type Counted = Parameters<typeof countTerms>[0];

/** The words of a package, counted; those of a long text in the thread for long work. */
export async function countPackageTerms(text: Counted): Promise<SearchTerms> {
  const { body = "", triggers = [] } = text;
  const length = triggers.reduce((sum, query) => sum + query.length, body.length);
  return length < leastAside ? countTerms(text) : workAside("countTerms", text);
}

/** All by which searches find a draft. */
export type DraftWords = { searched: string[]; terms: SearchTerms };

type Draft = {
  name: string;
  skill: { description: string; body: string };
  files: readonly Pick<ManifestFile, "path" | "sha256">[];
};

/** Before a transaction: who waits for the thread inside one keeps rows locked meanwhile. */
export async function findDraftWords({ name, skill, files }: Draft, load: LoadBytes): Promise<DraftWords> {
  const { description, body } = skill;
  const hash = files.find(({ path }) => path === triggerEvalPath)?.sha256;
  const bytes = hash === undefined ? undefined : (await load([hash])).get(hash);
  const triggers = readTriggers(bytes ?? null, name);
  const terms = await countPackageTerms({ name, description, body, triggers });
  return { searched: await listSearchedWords(skill, terms), terms };
}

const mostTriggers = 500;
/** Larger files are looked at by who opens them; here nobody waits for one. */
const mostTriggerBytes = 512 * 1024;

/** The messages that should lead to the skill; none in a file that is not what it is called. */
export function readTriggers(bytes: Uint8Array | null, skill: string): string[] {
  const text = bytes && bytes.length <= mostTriggerBytes ? textOf(bytes) : null;
  if (!text) return [];
  const { cases } = readSuite({ path: triggerEvalPath, text, skill });
  return cases
    .filter(({ expected }) => expected.kind === "skill" && expected.name === skill)
    .slice(0, mostTriggers)
    .map(({ query }) => query);
}
