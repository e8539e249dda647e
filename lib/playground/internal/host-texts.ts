import { dialects } from "@/lib/dialects/find-dialect";
import type { CatalogueEntry, LoadedSkill } from "@/lib/runtime/dialect";

/** What the first host that knows the text reads in it; null when none does. The model is not told whose texts it gets. */
function readBy<T>(read: (dialect: (typeof dialects)[number]) => T | null): T | null {
  for (const dialect of dialects) {
    const found = read(dialect);
    if (found !== null) return found;
  }
  return null;
}

/** One activation's text in any dialect; null for other text. */
export const readContent = (text: string): LoadedSkill | null =>
  readBy((dialect) => dialect.readActivation(text));

/** Skills whose instructions stand in the system prompt from the start. */
export const readEager = (system: string): (LoadedSkill & CatalogueEntry)[] =>
  dialects.flatMap((dialect) => dialect.readEager(system));

/** The sentence of a refusal in any dialect; null when the text is none. */
export const readRefusal = (text: string): string | null => readBy((dialect) => dialect.readError(text));

/** Whether a call was answered with a word alone, in any dialect: the skill's text comes behind it. */
export const isLaunched = (text: string): boolean =>
  dialects.some(({ launched }) => launched !== undefined && text.startsWith(launched({ name: "" })));
