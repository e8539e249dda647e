import type { ImportItem, importChoices, StoreImport } from "@/lib/imports/import-schema";
import { foldName } from "@/lib/skills/fold-name";

/** What will be done with one found package. */
export type ImportChoice = (typeof importChoices)[number];
/** `newName` counts for "rename" alone; when it is empty the server makes a free name from the old one. */
export type Decision = { choice: ImportChoice; newName: string };
/** Null: the person has to say. */
export type Decisions = ReadonlyMap<string, Decision | null>;

/** The facts of a found package that decide what can be done with it. */
export type Choosable = Pick<ImportItem, "id" | "name" | "state" | "nestedIn" | "match">;

export type ImportGroup = "new" | "same-name" | "similar-name" | "same-digest" | "nested" | "refused";

/** A package inside another one is already stored with it; taking it as a skill of its own is an offer. */
export function groupOf(item: Choosable): ImportGroup {
  if (item.state === "refused") return "refused";
  if (item.match !== null) return item.match.kind;
  return item.nestedIn === null ? "new" : "nested";
}

const choicesOf = {
  new: ["create", "rename", "skip"],
  nested: ["create", "rename", "skip"],
  "same-name": ["update", "rename", "skip"],
  "similar-name": ["rename", "skip"],
  "same-digest": ["skip", "rename"],
  refused: [],
} as const satisfies Record<ImportGroup, readonly ImportChoice[]>;

export const choicesFor = (item: Choosable): readonly ImportChoice[] => choicesOf[groupOf(item)];

/** What was chosen, and for the rest what goes without saying: new ones are taken, known ones are not. */
export function decide(items: readonly Choosable[], chosen: ReadonlyMap<string, Decision>): Decisions {
  return new Map(items.map((item) => [item.id, chosen.get(item.id) ?? defaultDecision(item)]));
}

const defaults = {
  new: { choice: "create", newName: "" },
  nested: { choice: "skip", newName: "" },
  "same-name": null,
  "similar-name": null,
  "same-digest": { choice: "skip", newName: "" },
  refused: { choice: "skip", newName: "" },
} as const satisfies Record<ImportGroup, Decision | null>;

const defaultDecision = (item: Choosable): Decision | null => defaults[groupOf(item)];

export type ImportPlan = {
  counts: Record<ImportChoice | "undecided" | "refused", number>;
  /** By item: why it cannot be stored like this. */
  problems: ReadonlyMap<string, string>;
};

/** Adds up what would happen, and finds what stands in its way. `checkName` says what is wrong with a name. */
export function planImport(
  items: readonly Choosable[],
  decisions: Decisions,
  checkName: (name: string) => string | null,
): ImportPlan {
  const counts: ImportPlan["counts"] = { create: 0, update: 0, rename: 0, skip: 0, undecided: 0, refused: 0 };
  const problems = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const item of items) {
    if (item.state === "refused") {
      counts.refused += 1;
      continue;
    }
    const decision = decisions.get(item.id) ?? null;
    counts[decision?.choice ?? "undecided"] += 1;
    const name = newNameOf(item, decision);
    if (name === null) continue;
    const wrong = decision?.choice === "rename" ? checkName(name) : null;
    if (wrong !== null) problems.set(item.id, wrong);
    else if (taken.has(foldName(name)))
      problems.set(item.id, `Another package of this import becomes ${taken.get(foldName(name))} too.`);
    else taken.set(foldName(name), name);
  }
  return { counts, problems };
}

/** The name that storing would add to the library; null when it adds none or the server makes it. */
function newNameOf(item: Choosable, decision: Decision | null): string | null {
  if (decision?.choice === "create") return item.name;
  if (decision?.choice !== "rename") return null;
  return decision.newName.trim() || null;
}

/** One choice for every package of a group that can have it. */
export function decideGroup(
  items: readonly Choosable[],
  chosen: ReadonlyMap<string, Decision>,
  group: ImportGroup,
  choice: ImportChoice,
): Map<string, Decision> {
  const next = new Map(chosen);
  for (const item of items) {
    if (groupOf(item) === group && choicesFor(item).includes(choice))
      next.set(item.id, { choice, newName: next.get(item.id)?.newName ?? "" });
  }
  return next;
}

/** The decisions as the API takes them; refused packages, and those not decided, are left out. */
export function toChoices(
  items: readonly Choosable[],
  decisions: Decisions,
): NonNullable<StoreImport["choices"]> {
  return items.flatMap((item) => {
    const decision = decisions.get(item.id) ?? null;
    if (decision === null || item.state === "refused") return [];
    const newName = decision.newName.trim();
    const hasName = decision.choice === "rename" && newName !== "";
    return [{ itemId: item.id, choice: decision.choice, ...(hasName ? { newName } : {}) }];
  });
}
