import type { Shape } from "./shape";

/** One place where a host and its dialect are not the same. */
export type Difference = {
  /** `catalogue.entries[3]`, `answers[5] Skill {"skill":"x"}`, `tools.Read.properties.pages`. */
  where: string;
  host: string;
  dialect: string;
};

type Check = (where: string, left: unknown, right: unknown) => void;

/** First which names there are and in which order, then what is told of each. */
function checkEntries(theirs: readonly string[], ours: readonly string[], check: Check): void {
  const split = (entries: readonly string[]) =>
    new Map(entries.map((entry) => [entry.slice(0, entry.indexOf(" ")), entry]));
  const [left, right] = [split(theirs), split(ours)];
  for (const name of new Set([...left.keys(), ...right.keys()]))
    check(`catalogue.entries ${name}`, left.get(name), right.get(name));
  const inBoth = (names: Iterable<string>) => [...names].filter((name) => left.has(name) && right.has(name));
  check("catalogue.order", inBoth(left.keys()), inBoth(right.keys()));
}

/** Every place that is compared, whether it is the same or not; `calls` says in words what each answer is of. */
export function compareSlots(host: Shape, dialect: Shape, calls: readonly string[]): Difference[] {
  const found: Difference[] = [];
  const check: Check = (where, left, right) => {
    found.push({
      where,
      host: JSON.stringify(left) ?? "nothing",
      dialect: JSON.stringify(right) ?? "nothing",
    });
  };
  check("catalogue.place", host.catalogue.place, dialect.catalogue.place);
  check("catalogue.frame", host.catalogue.frame, dialect.catalogue.frame);
  checkEntries(host.catalogue.entries, dialect.catalogue.entries, check);
  for (const tool of dialect.tools) {
    const theirs = host.tools.find(({ name }) => name === tool.name);
    check(`tools.${tool.name}.required`, theirs?.required, tool.required);
    for (const key of new Set([...Object.keys(theirs?.properties ?? {}), ...Object.keys(tool.properties)]))
      check(`tools.${tool.name}.properties.${key}`, theirs?.properties[key], tool.properties[key]);
  }
  for (const [at, call] of calls.entries())
    check(`answers[${at}] ${call}`, host.answers[at], dialect.answers[at]);
  return found;
}

/** The places where they are not the same. */
export const compareShapes = (host: Shape, dialect: Shape, calls: readonly string[]): Difference[] =>
  compareSlots(host, dialect, calls).filter((slot) => slot.host !== slot.dialect);
