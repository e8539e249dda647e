import { formatCount } from "@/components/ui/format";
import { actWords, type ManyAct } from "./act-words";
import { countRows, type Run } from "./batch-run";

/** Writes what came of it as plain text, for a ticket or a colleague. */
export function reportText(kind: ManyAct, run: Run): string {
  const words = actWords[kind];
  const counts = countRows(run.rows);
  const lines = (outcome: keyof typeof counts, title: string) => {
    const rows = run.rows.filter((row) => row.outcome === outcome);
    if (rows.length === 0) return [];
    return ["", `${title}:`, ...rows.map(({ name, summary }) => `- ${name}: ${summary}`)];
  };
  const waiting =
    run.waiting.length === 0 ? [] : ["", "Not reached:", ...run.waiting.map((name) => `- ${name}`)];
  return [
    `${words.label}: ${formatCount(counts.done, "skill")} ${words.done}, ${counts.refused} refused, ${counts.unchanged} ${words.unchanged}`,
    ...lines("refused", "Refused"),
    ...lines("done", "Done"),
    ...lines("unchanged", "Unchanged"),
    ...waiting,
    "",
  ].join("\n");
}
