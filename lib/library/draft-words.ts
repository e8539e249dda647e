import "server-only";
import { countTerms, type SearchTerms } from "@/lib/runtime/search-terms";
import { searchedWords } from "./searched-words";
import { leastAside, workAside } from "./work-aside";

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
