import { nameTakenRule, takenBy } from "@/lib/library/name-taken";
import type { ImportItem, StoreImport } from "./import-schema";
import type { Match } from "./match-items";
import type { SeenDraft } from "./seen-draft";

type Choice = NonNullable<ImportItem["choice"]>;
type Item = Pick<ImportItem, "id" | "name" | "state" | "nestedIn">;
type Reasoned = { choice: Choice; message: string | null; rule: string | null };

/** What will be done with an item; `message` and `rule` say why one is left out without having been chosen. */
export type Decision = Reasoned & {
  itemId: string;
  newName: string | null;
  /** Of an update from a source: the draft that it replaces, as it was looked at. */
  replaces?: SeenDraft;
};

/** The person's choices, and the rules for everything they did not name. Refused and finished items have none. */
export function decideItems(
  items: readonly Item[],
  matches: ReadonlyMap<string, Match>,
  { choices = [], rest }: StoreImport,
): Decision[] {
  const chosen = new Map(choices.map((choice) => [choice.itemId, choice]));
  return items
    .filter((item) => item.state === "found" || item.state === "waiting")
    .map((item) => {
      const choice = chosen.get(item.id);
      if (choice) {
        const { newName = null } = choice;
        return { itemId: item.id, choice: choice.choice, newName, message: null, rule: null };
      }
      return { itemId: item.id, newName: null, ...byRule(item, matches.get(item.id), rest) };
    });
}

function byRule({ name, nestedIn }: Item, match: Match | undefined, rest: StoreImport["rest"]): Reasoned {
  const skip = (message: string, rule: string | null = null) => ({ choice: "skip" as const, message, rule });
  if (match?.kind === "same-digest") {
    const where = match.version === null ? match.skill : `${match.skill}, version ${match.version}`;
    return skip(
      match.within === "import" ? `The same as ${where} in this import.` : `Already here: ${where}.`,
    );
  }
  if (nestedIn !== null) return skip("It lies inside another package, which has its files.");
  if (rest === "skip") return skip("Left out.");
  if (match?.kind === "similar-name" && rest !== "rename")
    return skip(takenBy(name, match.skill), nameTakenRule);
  if (match?.kind === "same-name" && rest === undefined)
    return skip(`There is a skill named ${match.skill} already, and nobody said what to do.`, nameTakenRule);
  const isTaken = match?.kind === "same-name" || match?.kind === "similar-name";
  return { choice: isTaken && rest !== undefined ? rest : "create", message: null, rule: null };
}
