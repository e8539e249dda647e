import type { Import, ImportItem } from "@/lib/library/import-schema";

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
export function failuresOf(done: Import): { name: string; place: string; reason: string }[] {
  const sources = done.sources
    .filter(({ state }) => state === "refused")
    .map((source) => ({
      name: source.fileName,
      place: source.path ?? "",
      reason: source.message ?? "No reason was given.",
    }));
  const items = done.items
    .filter(didNotArrive)
    .map((item) => ({ name: item.name, place: placeOf(item), reason: reason(item) }));
  return [...sources, ...items];
}

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
  return [
    `Import of ${names.join(", ")}`,
    `${done.finishedAt ?? done.createdAt}, ${done.createdBy.name}`,
    counts(done.report),
    ...(failures.length === 0 ? [] : ["", "Not stored:", ...failures]),
    ...(stored.length === 0 ? [] : ["", "Stored:", ...stored.map((name) => `- ${name}`)]),
    "",
  ].join("\n");
}
