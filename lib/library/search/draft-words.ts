import "server-only";
import { z } from "zod";
import { searchedWords } from "@/lib/aside/searched-words";
import { leastAside, workAside } from "@/lib/aside/work-aside";
import { countTerms, type SearchTerms } from "@/lib/runtime/search-terms";
import { textOf } from "@/lib/skills/file-text";
import type { LoadBytes, ManifestFile } from "../describe-package";

/** The words by which a search in the database finds a draft; of a long text they are found in the thread for long work. */
export async function listSearchedWords(skill: { description: string; body: string }): Promise<string[]> {
  const { description, body } = skill;
  return body.length < leastAside ? searchedWords(skill) : workAside("searchedWords", { description, body });
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
  const hash = files.find(({ path }) => path === triggerFile)?.sha256;
  const bytes = hash === undefined ? undefined : (await load([hash])).get(hash);
  const triggers = readTriggers(bytes ?? null);
  return {
    searched: await listSearchedWords(skill),
    terms: await countPackageTerms({ name, description, body, triggers }),
  };
}

/** Where a package says which messages should lead to it. */
export const triggerFile = "evals/trigger-eval.json";
const triggersSchema = z.array(z.looseObject({ query: z.string(), should_trigger: z.boolean() }));
const mostTriggers = 500;

/** The queries that should lead to the skill; none in a file that is not what it is called. */
export function readTriggers(bytes: Uint8Array | null): string[] {
  try {
    const parsed = triggersSchema.safeParse(JSON.parse((bytes && textOf(bytes)) ?? ""));
    const queries = parsed.success ? parsed.data.filter((query) => query.should_trigger) : [];
    return queries.slice(0, mostTriggers).map(({ query }) => query);
  } catch {
    return [];
  }
}
