import type { ImportItem, StoreImport } from "./import-schema";
import type { Match } from "./match-items";

type Choice = NonNullable<ImportItem["choice"]>;
type Item = Pick<ImportItem, "id" | "state" | "nestedIn">;

/** What will be done with an item; `message` says why one is left out without having been chosen. */
export type Decision = { itemId: string; choice: Choice; newName: string | null; message: string | null };

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
        return { itemId: item.id, choice: choice.choice, newName: choice.newName ?? null, message: null };
      }
      return { itemId: item.id, newName: null, ...byRule(item, matches.get(item.id), rest) };
    });
}

function byRule(
  { nestedIn }: Item,
  match: Match | undefined,
  rest: StoreImport["rest"],
): { choice: Choice; message: string | null } {
  const skip = (message: string) => ({ choice: "skip" as const, message });
  if (match?.kind === "same-digest") {
    const where = match.version === null ? match.skill : `${match.skill}, version ${match.version}`;
    return skip(
      match.within === "import" ? `The same as ${where} in this import.` : `Already here: ${where}.`,
    );
  }
  if (nestedIn !== null) return skip("It lies inside another package, which has its files.");
  if (rest === "skip") return skip("Left out.");
  if (match?.kind === "same-name") {
    return rest === undefined
      ? skip(`There is a skill named ${match.skill} already, and nobody said what to do.`)
      : { choice: rest, message: null };
  }
  return { choice: "create", message: null };
}
