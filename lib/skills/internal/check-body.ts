import { formatNumber } from "@/lib/kernel/format-count";
import { estimateTokens } from "../estimate-tokens";
import type { Report } from "./reporter";

const maxLines = 500;
const maxTokens = 5000;

/** The body's own rules: present, of bearable length, and no commands that some hosts would run. */
export function checkBody(skill: { body: string }, bodyStart: number, report: Report): void {
  const { body } = skill;
  if (body.trim() === "") {
    report("body-empty", bodyStart, bodyStart, "There are no instructions after the frontmatter.");
    return;
  }
  const lineCount = body.trimEnd().split(/\r\n|\n|\r/).length;
  if (lineCount > maxLines)
    report(
      "body-too-many-lines",
      bodyStart,
      bodyStart,
      `The body has ${lineCount} lines; ${maxLines} are recommended.`,
    );
  const tokens = estimateTokens(body);
  if (tokens > maxTokens)
    report(
      "body-too-many-tokens",
      bodyStart,
      bodyStart,
      `The body has about ${formatNumber(tokens)} tokens (estimate); under ${formatNumber(maxTokens)} are recommended.`,
    );
  for (const match of body.matchAll(/(?<=^|\s)!`[^`\n]+`/gm)) {
    const start = bodyStart + match.index;
    report(
      "body-command",
      start,
      start + match[0].length,
      `${match[0]} is never run here; it is shown as text.`,
    );
  }
}
