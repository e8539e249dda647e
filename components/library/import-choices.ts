/** What will be done with one found package. */
export const importChoices = ["create", "update", "rename", "skip"] as const;
export type ImportChoice = (typeof importChoices)[number];
export type Decision = { choice: ImportChoice; newName: string };
/** Null: the person has to say. */
export type Decisions = ReadonlyMap<string, Decision | null>;

/** The facts of a found package that decide what can be done with it. */
export type Choosable = {
  id: string;
  name: string;
  state: string;
  nestedIn: string | null;
  match: { kind: "same-digest" | "same-name" } | null;
};

export type ImportGroup = "new" | "same-name" | "same-digest" | "nested" | "refused";

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
  "same-digest": ["skip", "rename"],
  refused: [],
} as const satisfies Record<ImportGroup, readonly ImportChoice[]>;

export const choicesFor = (item: Choosable): readonly ImportChoice[] => choicesOf[groupOf(item)];

/** `triage` -> `triage-2`, or the first number that nobody in `taken` has. */
export function suggestName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const candidate = `${name.slice(0, 64 - suffix.length)}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** What was chosen, and for the rest what goes without saying: new ones are taken, known ones are not. */
export function decide(items: readonly Choosable[], chosen: ReadonlyMap<string, Decision>): Decisions {
  const taken = new Set<string>();
  return new Map(
    items.map((item) => {
      const decision = chosen.get(item.id) ?? defaultDecision(item, taken);
      if (decision !== null && decision.choice !== "skip") taken.add(resultingName(item, decision));
      return [item.id, decision];
    }),
  );
}

function defaultDecision(item: Choosable, taken: ReadonlySet<string>): Decision | null {
  switch (groupOf(item)) {
    case "new":
      return taken.has(item.name) ? null : { choice: "create", newName: "" };
    case "same-name":
      return null;
    default:
      return { choice: "skip", newName: "" };
  }
}

const resultingName = (item: Choosable, { choice, newName }: Decision) =>
  choice === "rename" ? newName.trim() : item.name;

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
  const owners = new Map<string, string>();
  for (const item of items) {
    const decision = decisions.get(item.id) ?? null;
    if (item.state === "refused") counts.refused += 1;
    else if (decision === null) counts.undecided += 1;
    else counts[decision.choice] += 1;
    if (decision === null || decision.choice === "skip" || item.state === "refused") continue;
    const name = resultingName(item, decision);
    const wrong = decision.choice === "rename" ? checkName(name) : null;
    if (wrong !== null) problems.set(item.id, wrong);
    else if (owners.has(name)) problems.set(item.id, `Another package of this import is called ${name} too.`);
    else owners.set(name, item.id);
  }
  return { counts, problems };
}

/** One choice for every package of a group; with "rename" each gets a name of its own. */
export function decideGroup(
  items: readonly Choosable[],
  chosen: ReadonlyMap<string, Decision>,
  belongs: (item: Choosable) => boolean,
  choice: ImportChoice,
): Map<string, Decision> {
  const next = new Map(chosen);
  const taken = new Set(items.map(({ name }) => name));
  for (const item of items) {
    if (!belongs(item) || !choicesFor(item).includes(choice)) continue;
    const newName = choice === "rename" ? suggestName(item.name, taken) : "";
    taken.add(newName);
    next.set(item.id, { choice, newName });
  }
  return next;
}

/** The decisions as the API takes them; packages that were refused or not decided are left out. */
export function toChoices(items: readonly Choosable[], decisions: Decisions) {
  return items.flatMap((item) => {
    const decision = decisions.get(item.id);
    if (decision === null || decision === undefined || item.state === "refused") return [];
    const { choice, newName } = decision;
    return [{ itemId: item.id, choice, ...(choice === "rename" ? { newName: newName.trim() } : {}) }];
  });
}
