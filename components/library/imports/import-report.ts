import { hostRefusesRule } from "@/lib/imports/import-options";
import type { Import, ImportItem } from "@/lib/imports/import-schema";

/** Packages that are not in the library for a reason other than a choice: each is named in the report. */
export const didNotArrive = (item: ImportItem) => item.state === "failed" || item.state === "refused";

const counts = (report: Import["report"]): string =>
  [
    `${report.stored} stored`,
    `${report.skipped} skipped`,
    ...(report.failed > 0 ? [`${report.failed} failed`] : []),
    ...(report.refused > 0 ? [`${report.refused} refused`] : []),
    ...(report.waiting > 0 ? [`${report.waiting} not reached`] : []),
  ].join(", ");

/** Where a package was found, as a path a person can look up. */
export const placeOf = ({ source, root }: Pick<ImportItem, "source" | "root">) =>
  root === "" ? source : `${source}/${root}`;

const reason = (item: ImportItem) =>
  item.message ?? item.issues.find(({ severity }) => severity === "error")?.message ?? "No reason was given.";

/** One line for each thing that did not arrive, in words. */
export function failuresOf(
  done: Import,
): { name: string; place: string; reason: string; rule: string | null }[] {
  const sources = done.sources
    .filter(({ state }) => state === "refused")
    .map((source) => ({
      name: source.fileName,
      place: source.path ?? "",
      reason: source.message ?? "No reason was given.",
      rule: source.rule ?? null,
    }));
  const items = done.items
    .filter(didNotArrive)
    .map((item) => ({ name: item.name, place: placeOf(item), reason: reason(item), rule: item.rule }));
  return [...sources, ...items];
}

export type PlacedNote = { place: string; rule: string; message: string };

/** Links, special files and odd names that belong to no skill. */
export const leftOutOf = ({ sources }: Pick<Import, "sources">): PlacedNote[] =>
  sources.flatMap(({ fileName, notes }) =>
    notes.map(({ path, ...note }) => ({ ...note, place: placeOf({ source: fileName, root: path }) })),
  );

const notesIn = ({ items }: Pick<Import, "items">): PlacedNote[] =>
  items.flatMap((item) =>
    item.notes.map(({ path, ...note }) => ({
      ...note,
      place: path === "" ? placeOf(item) : `${placeOf(item)}/${path}`,
    })),
  );

/** What stands in a skill in the place of a link, or under another form of its name. */
export const putRightIn = (done: Pick<Import, "items">): PlacedNote[] =>
  notesIn(done).filter(({ rule }) => rule !== hostRefusesRule);

/** Which hosts would not load a skill, and why. */
export const refusedByHosts = (done: Pick<Import, "items">): PlacedNote[] =>
  notesIn(done).filter(({ rule }) => rule === hostRefusesRule);

/** The names under which skills came into the library. */
export const storedNames = ({ items }: Pick<Import, "items">): string[] =>
  items.flatMap(({ state, skill }) => (state === "stored" && skill !== null ? [skill] : []));

/** The report as plain text, for a ticket or a colleague. */
export function reportText(done: Import): string {
  const names = done.sources.map(({ fileName }) => fileName);
  const failures = failuresOf(done).map(({ name, place, reason: why }) =>
    place === "" || place === name ? `- ${name}: ${why}` : `- ${name} (${place}): ${why}`,
  );
  const stored = done.items
    .filter(({ state }) => state === "stored")
    .map((item) =>
      item.skill === null || item.skill === item.name ? item.name : `${item.name} as ${item.skill}`,
    );
  const noted = (title: string, notes: readonly PlacedNote[]) =>
    notes.length === 0 ? [] : ["", title, ...notes.map(({ place, message }) => `- ${place}: ${message}`)];
  return [
    `Import of ${names.join(", ")}`,
    `${done.finishedAt ?? done.createdAt}, ${done.createdBy.name}`,
    counts(done.report),
    ...(failures.length === 0 ? [] : ["", "Not stored:", ...failures]),
    ...noted("Left out:", leftOutOf(done)),
    ...noted("Put right:", putRightIn(done)),
    ...noted("Not loaded by some host:", refusedByHosts(done)),
    ...(stored.length === 0 ? [] : ["", "Stored:", ...stored.map((name) => `- ${name}`)]),
    "",
  ].join("\n");
}
