import { describeExpected, describeOutcome, type SuiteReport } from "./suite-report";
import { gateSuite, type JunitCase, type JunitSuite, writeJunit } from "./write-junit";

/** A suite for each host: a wrong case is a failure, one that was not measured an error, never a pass. The gate is a case of its own. */
export function reportJunit({ skill, path, cases, hosts, gate }: SuiteReport): string {
  const asked = new Map(cases.map((one) => [one.id, one]));
  const suites = hosts.map(
    ({ dialect, figures }): JunitSuite => ({
      name: `${skill} in ${dialect}`,
      cases: figures.cases.map((one): JunitCase => {
        const { query = one.id, line = 1 } = asked.get(one.id) ?? {};
        const said = describeOutcome(one, skill);
        const common = { name: `${query} (${describeExpected(one.expected, skill)})`, file: path, line };
        if (one.outcome === null) return { ...common, failure: null, error: "Not tried." };
        if (one.outcome === "invalid") return { ...common, failure: null, error: said ?? "" };
        return { ...common, failure: said };
      }),
    }),
  );
  return writeJunit("greenroom eval", [...suites, gateSuite(skill, path, gate)]);
}
