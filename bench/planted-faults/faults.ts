import type { PlantedFault } from "./planted-fault";

/** What goes wrong in other harnesses, each as the change of a file that would bring it here. */
export const faults: readonly PlantedFault[] = [
  {
    fault: "recall 0 %, precision 100 %, accuracy 50 %, and nobody notices that nothing fired",
    putIn: "judge-suite.ts: nothingFired is false",
    changes: [
      {
        file: "lib/verdicts/judge-suite.ts",
        find: 'measured.some(({ expected }) => expected.kind === "skill") &&',
        put: "false &&",
      },
    ],
    tests: [["lib/verdicts/judge-suite.test.ts", "says that nothing fired, and of precision nothing"]],
  },
  {
    fault: "an installed twin of the skill shadows the candidate",
    putIn:
      "resolve-run-skills.ts: the agent's own copy stays beside the one of the overlay, or is offered in its place",
    changes: [
      {
        file: "lib/playground/resolve-run-skills.ts",
        find: "if (laid.has(assignment.skillId)) continue;",
        put: "",
      },
    ],
    tests: [["lib/proof/trials/own-copy.db.test.ts", "stands in the place of the one that the agent has"]],
  },
  {
    fault: "parallel workers see each other's copies",
    putIn: "open-suite-run.ts: what is held of one run is given to others of the skill",
    changes: [
      {
        file: "lib/proof/runs/open-suite-run.ts",
        find: "const known = held().get(id);",
        put: "const known = held().values().next().value;",
      },
    ],
    tests: [
      [
        "lib/proof/trials/own-copy.db.test.ts",
        "is each run's own, while runs of other copies go on beside it",
      ],
    ],
  },
  {
    fault: "the trial stops at the first other call, before the skill would have been loaded",
    putIn: "trial-subject.ts: enough at the first activation of any skill",
    changes: [
      {
        file: "lib/proof/trials/trial-subject.ts",
        find: "!run.wholeMatrix && decideEarly(events, asked) !== null",
        put: 'events.some(({ type }) => type === "skill-activated")',
      },
    ],
    tests: [["lib/proof/runs/suite-run.db.test.ts", "is not over at another tool's call"]],
  },
  {
    fault: "a timeout or an outage is counted as a no",
    putIn: "decide-trial.ts: no reason is ever found why a trial is invalid",
    changes: [
      {
        file: "lib/proof/trials/decide-trial.ts",
        find: "const invalid = whyInvalid(events);",
        put: "const invalid = null;",
      },
    ],
    tests: [["lib/proof/models/bad-models.db.test.ts", "never answers: every trial is invalid"]],
  },
  {
    fault: "a literal /name in the query counts as a miss",
    putIn: "decide-trial.ts: what the host activated by itself is left out",
    changes: [
      {
        file: "lib/proof/trials/decide-trial.ts",
        find: "judgeRun(events, null, new Date(0)).activations;",
        put: 'judgeRun(events.filter((one) => one.type !== "skill-activated" || one.payload.askedBy !== "person"), null, new Date(0)).activations;',
      },
    ],
    tests: [["lib/proof/runs/suite-run.db.test.ts", "counts a name that the host activates by itself"]],
  },
  {
    fault: "a degenerate split is reported as success",
    putIn: "split-cases.ts: whatever came out is returned",
    changes: [
      { file: "lib/suites/split-cases.ts", find: "if (missing.length === 0) return ok(", put: "return ok(" },
    ],
    tests: [["lib/suites/split-cases.test.ts", "says how many of which kind are missing where"]],
  },
  {
    fault: "repeats of one task are sold as independent cases",
    putIn: "decide-verdict.ts: each repeat is a task of its own",
    changes: [
      {
        file: "lib/statistics/decide-verdict.ts",
        find: "export function decideVerdict(tasks: readonly TaskResult[]): JudgedSuite {",
        put: 'export function decideVerdict(given: readonly TaskResult[]): JudgedSuite {\n  const tasks = given.flatMap((task) => task.repeats.map((one, at) => ({ ...task, id: [task.id, at].join("-"), repeats: [one] })));',
      },
    ],
    tests: [["lib/statistics/known-faults.test.ts", "12 wins of 12 are 4 of 4 when they come from 4 tasks"]],
  },
  {
    fault: "an interval over magnitudes punishes bigger wins",
    putIn:
      "majority.ts: a difference keeps its size; decide-verdict.ts: a lower bound of its mean, by Student's t, has to be above 0",
    changes: [
      {
        file: "lib/statistics/majority.ts",
        find: 'return difference > 0 ? "win" : "loss";',
        put: "return difference;",
      },
      {
        file: "lib/statistics/decide-verdict.ts",
        find: "export function decideVerdict(tasks: readonly TaskResult[]): JudgedSuite {",
        put: 'export function decideVerdict(tasks: readonly TaskResult[]): JudgedSuite {\n  const sizes = tasks.flatMap(({ repeats }) => repeats);\n  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;\n  const spread = sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / (sizes.length - 1);\n  const low = mean - 2.776 * Math.sqrt(spread / sizes.length);\n  if (sizes.length > 0) return { verdict: low > 0 ? "improved" : "not-shown" };',
      },
    ],
    tests: [["lib/statistics/known-faults.test.ts", "would punish one win for being larger"]],
  },
  {
    fault: "one case gives an interval of zero width, and passes",
    putIn: "wilson-interval.ts: Wald's interval",
    changes: [
      {
        file: "lib/statistics/wilson-interval.ts",
        find: "const scale = 1 + z ** 2 / of;",
        put: "const wald = z * Math.sqrt((share * (1 - share)) / of);\n  if (wald >= 0) return { low: share - wald, high: share + wald };\n  const scale = 1 + z ** 2 / of;",
      },
    ],
    tests: [["lib/statistics/known-faults.test.ts", "is not certain: the interval of 1 of 1"]],
  },
  {
    fault: "the same bytes judged twice flip, unannounced",
    putIn: "repeat-agreement.ts: a repeat always agrees",
    changes: [
      {
        file: "lib/statistics/repeat-agreement.ts",
        find: "const { verdict, reasons, counts } = decideVerdict(tasks);",
        put: "if (tasks.length > 0) return { sameTasks: 1, otherTasks: 1 };\n  const { verdict, reasons, counts } = decideVerdict(tasks);",
      },
    ],
    tests: [
      ["lib/statistics/known-faults.test.ts", "a verdict on the edge says that a repeat may well differ"],
    ],
  },
  {
    fault: "duplicate keys in a case file clone a case",
    putIn:
      "find-trigger-cases.ts, find-tasks.ts, tell-twins.ts: of keys that stand twice one counts; suite.ts: twins are run each",
    changes: [
      {
        file: "lib/suites/internal/one-of-entries.ts",
        find: "if (key === first.key) {",
        put: "if (key === first.key) return true;\n  if (key === first.key) {",
      },
      {
        file: "lib/suites/internal/tell-twins.ts",
        find: "if (seen.has(key))",
        put: "if (seen.has(key) && false)",
      },
      {
        file: "lib/suites/internal/tell-twins.ts",
        find: "const twice = exact.has(key);",
        put: "const twice = false;",
      },
      {
        file: "lib/suites/suite.ts",
        find: " || contradicted || taken.has(id)) return false;",
        put: ") return false;",
      },
    ],
    tests: [
      ["lib/suites/suite-findings.test.ts", "leaves out a case that could be read in two ways"],
      ["lib/suites/suite-findings.test.ts", "tells twins and contradictions by the line of the first"],
      ["lib/suites/task-findings.test.ts", "leaves out a task that could be read in two ways"],
      [
        "lib/suites/other-programs.test.ts",
        "leaves out a copied case with a key left in twice, however deep",
      ],
    ],
  },
  {
    fault: "a grader enforces nothing, or passes with and without the skill",
    putIn: "find-idle-graders.ts: none is found",
    changes: [{ file: "lib/verdicts/find-idle-graders.ts", find: "return idle.flat();", put: "return [];" }],
    tests: [
      ["lib/verdicts/grade-run.test.ts", "names what passes or fails with and without the skill alike"],
    ],
  },
  {
    fault: "a dormancy test forbids what it should observe",
    putIn: "carry-out-trial.ts: the skill is not offered to messages that should not lead to it",
    changes: [
      {
        file: "lib/proof/commands/carry-out-trial.ts",
        find: "return offerOfArm(this.context, run.offer, { dialect: trial.dialect, arm, skillId, digest });",
        put: 'const isWanted = run.cases.get(trial.caseId)?.expected.kind === "skill";\n    return offerOfArm(this.context, isWanted ? run.offer : { ...run.offer, without: run.offer.dialects.map((one) => ({ ...one, skills: one.skills.filter(({ ref }) => ref.skillId !== skillId) })) }, { dialect: trial.dialect, arm: isWanted ? arm : { ...arm, arm: "without" }, skillId, digest });',
      },
    ],
    tests: [
      [
        "lib/proof/trials/own-copy.db.test.ts",
        "is offered to messages that should not lead to it as to all others",
      ],
    ],
  },
  {
    fault: "rerun until green",
    putIn: "find-poolable-runs.ts, read-own-proof.ts: of runs of the same bytes the newest alone is pooled",
    changes: [
      {
        file: "lib/proof/reports/find-poolable-runs.ts",
        find: "return { runs: inOrder(runs), leftOut",
        put: "return { runs: inOrder(runs).slice(-1), leftOut",
      },
      {
        file: "lib/proof/proven/read-own-proof.ts",
        find: "judgePooled(context, group)",
        put: "judgePooled(context, group.slice(0, 1))",
      },
    ],
    tests: [
      ["lib/proof/reports/run-pool.db.test.ts", "shows all runs of the bytes"],
      ["lib/reviews/publish-by-proof.db.test.ts", "is not made green by running the same bytes again"],
    ],
  },
  {
    fault: "the price is known only when it was paid",
    putIn: "run-spending.ts: whatever is asked for is set aside",
    changes: [
      {
        file: "lib/proof/adapters/run-spending.ts",
        find: '::numeric <= "capUsd" AS "hasRoom"',
        put: '::numeric > 0 OR true AS "hasRoom"',
      },
    ],
    tests: [["lib/proof/trials/trial-worker.db.test.ts", "is spent up to the limit of a run"]],
  },
  {
    fault: "a judge that always says the same passes for one that agrees",
    putIn: "cohens-kappa.ts: the share of agreement in the place of kappa",
    changes: [
      {
        file: "lib/statistics/cohens-kappa.ts",
        find: "kappa: (observed - expected) / (1 - expected),",
        put: "kappa: observed,",
      },
    ],
    tests: [["lib/statistics/cohens-kappa.test.ts", "is 0 for a judge that always says the same"]],
  },
];
