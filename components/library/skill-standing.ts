import { formatCount } from "@/components/ui/format";
import type { SkillSummary } from "@/lib/library/schema";

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

/** The newest version and the label that stands for it; labels on older versions are told apart. */
export function newestVersion({ latestVersion, labels }: Pick<SkillSummary, "latestVersion" | "labels">): {
  number: number;
  label: string;
  others: { count: number; text: string } | null;
} | null {
  if (latestVersion === null) return null;
  const label = labels.find(({ version }) => version === latestVersion)?.name ?? "latest";
  const others = labels.filter(({ name }) => name !== label);
  const text = others.map(({ name, version }) => `${name} is v${version}`).join(", ");
  return {
    number: latestVersion,
    label,
    others: others.length === 0 ? null : { count: others.length, text },
  };
}
