import type { CaseOutcome } from "@/lib/verdicts/judge-suite";
import { describeOutcome, describeWord, type SuiteReport } from "./suite-report";
import { type SarifResult, type SarifRules, writeSarif } from "./write-sarif";

const rules = {
  missed: { level: "error", text: "A skill should have been activated and none was." },
  stolen: { level: "error", text: "Another skill was activated instead." },
  fired: { level: "error", text: "A skill was activated that should not have been." },
  invalid: { level: "note", text: "The case was not measured; it counts in no figure." },
  untried: { level: "note", text: "The case was not tried." },
} as const satisfies SarifRules<Exclude<CaseOutcome, "right"> | "untried">;

/** SARIF 2.1.0: a result for each case and host that is not right, at the line of the case in its file. */
export function reportSarif({ skill, path, cases, hosts, gate }: SuiteReport): string {
  const asked = new Map(cases.map((one) => [one.id, one]));
  const results = hosts.flatMap(({ dialect, figures }) =>
    figures.cases.flatMap((one): SarifResult<keyof typeof rules>[] => {
      const outcome = one.outcome ?? "untried";
      if (outcome === "right") return [];
      const { query = one.id, line = 1 } = asked.get(one.id) ?? {};
      const message = `“${query}” in ${dialect}. ${describeOutcome(one, skill) ?? rules.untried.text}`;
      return [{ rule: outcome, message, path, line, fingerprint: `${one.id}/${dialect}` }];
    }),
  );
  return writeSarif({
    rules,
    results,
    run: `trigger/${skill}`,
    gate,
    notes: hosts.map(({ dialect, figures }) => ({
      level: figures.word === "judged" ? "note" : "warning",
      message: `${skill} in ${dialect}: ${describeWord(figures)}`,
    })),
  });
}
