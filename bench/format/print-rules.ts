import { findingRules } from "@/lib/findings/rules";
import { ruleIds, rules } from "@/lib/skills/rules";

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

/** The published rules as two Markdown tables. */
export function printRules(): number {
  console.log(row("rule", "strict", "lenient", "meaning", "example", "what to do", "source"));
  console.log(row("---", "---", "---", "---", "---", "---", "---"));
  for (const id of ruleIds) {
    const { strict, lenient, meaning, example, fix, source } = rules[id];
    console.log(row(id, strict, lenient, meaning, `\`${example}\``, fix, source));
  }
  console.log("");
  console.log(row("finding", "severity", "meaning", "example", "what to do"));
  console.log(row("---", "---", "---", "---", "---"));
  for (const [id, { severity, meaning, example, fix }] of Object.entries(findingRules))
    console.log(row(id, severity, meaning, `\`${example}\``, fix));
  return 0;
}
