/** What one test of a model tries, the answer itself first. */
export const testedParts = ["text", "streaming", "tools", "tokens"] as const;
export type TestedPart = (typeof testedParts)[number];

type Checks = Readonly<Record<TestedPart, { works: boolean }>> & { usable: boolean };

/** What did not work, in the order in which it is shown. A model that gave no answer lacks that at least. */
export function lacksOf(report: Checks): TestedPart[] {
  return testedParts.filter((part) => !report[part].works || (part === "text" && !report.usable));
}
