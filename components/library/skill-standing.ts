import { formatCount } from "@/components/ui/format";
import type { SkillSummary } from "@/lib/library/skill-schema";

type Counts = Pick<SkillSummary, "errorCount" | "warningCount" | "blockingCount">;

/** The worst findings in words, and how many others there are; null when there are none. */
export function worstFindings({ errorCount, blockingCount, warningCount }: Counts): {
  severity: "error" | "warning";
  text: string;
  others: { count: number; text: string } | null;
} | null {
  const parts = [
    { count: errorCount, severity: "error", text: formatCount(errorCount, "error") },
    { count: blockingCount, severity: "error", text: `${blockingCount} blocking` },
    { count: warningCount, severity: "warning", text: formatCount(warningCount, "warning") },
  ] as const;
  const [worst, ...others] = parts.filter(({ count }) => count > 0);
  if (worst === undefined) return null;
  const count = others.reduce((sum, part) => sum + part.count, 0);
  const text = others.map((part) => part.text).join(", ");
  return { severity: worst.severity, text: worst.text, others: count === 0 ? null : { count, text } };
}

/** Why the draft has nothing to publish or to review, in words; undefined when it has. */
export const unchangedWords = ({
  unchangedSince,
}: Pick<SkillSummary, "unchangedSince">): string | undefined =>
  unchangedSince === null ? undefined : `Nothing has changed since v${unchangedSince}`;

type Place = { label: string; version: number };

/**
 * Where the labels of a published skill stand: those that people have set before `latest`, which is only the newest
 * number. `others` are more labels; `latest` is told whenever no label stands for the newest version.
 */
export function labelPlaces({ latestVersion, labels }: Pick<SkillSummary, "latestVersion" | "labels">): {
  first: Place;
  /** The newest version, where the first label is behind it. */
  latest: Place | null;
  others: { count: number; text: string } | null;
} | null {
  if (latestVersion === null) return null;
  const latest = { label: "latest", version: latestVersion };
  const [label, ...rest] = [...labels].sort((left, right) => rankOf(left.name) - rankOf(right.name));
  if (label === undefined) return { first: latest, latest: null, others: null };
  const text = rest.map(({ name, version }) => `${name} is v${version}`).join(", ");
  return {
    first: { label: label.name, version: label.version },
    latest: label.version === latestVersion ? null : latest,
    others: rest.length === 0 ? null : { count: rest.length, text },
  };
}

/** What most agents of a workspace rest on comes first; of the others the order stays. */
const rankOf = (label: string): number => (/^(?:prod|production|live|stable)$/.test(label) ? 0 : 1);
