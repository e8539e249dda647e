import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/*
 * What goes wrong in other harnesses, and the tests here that are red when the same is put in. Each was put in once. To see
 * one again: make the change that is named, and run the tests.
 */
const faults: readonly { fault: string; putIn: string; tests: readonly [file: string, title: string][] }[] = [
  {
    fault: "recall 0 %, precision 100 %, accuracy 50 %, and nobody notices that nothing fired",
    putIn: "judge-suite.ts: nothingFired is false",
    tests: [["lib/verdicts/judge-suite.test.ts", "says that nothing fired, and of precision nothing"]],
  },
  {
    fault: "an installed twin of the skill shadows the candidate",
    putIn:
      "resolve-run-skills.ts: the agent's own copy stays beside the one of the overlay, or is offered in its place",
    tests: [["lib/proof/own-copy.db.test.ts", "stands in the place of the one that the agent has"]],
  },
  {
    fault: "parallel workers see each other's copies",
    putIn: "open-suite-run.ts: what is held of one run is given to others of the skill",
    tests: [
      ["lib/proof/own-copy.db.test.ts", "is each run's own, while runs of other copies go on beside it"],
    ],
  },
  {
    fault: "the trial stops at the first other call, before the skill would have been loaded",
    putIn: "trial-subject.ts: enough at the first activation of any skill",
    tests: [["lib/proof/suite-run.db.test.ts", "is not over at another tool's call"]],
  },
  {
    fault: "a timeout or an outage is counted as a no",
    putIn: "decide-trial.ts: no reason is ever found why a trial is invalid",
    tests: [["lib/proof/bad-models.db.test.ts", "never answers: every trial is invalid"]],
  },
  {
    fault: "a literal /name in the query counts as a miss",
    putIn: "decide-trial.ts: what the host activated by itself is left out",
    tests: [["lib/proof/suite-run.db.test.ts", "counts a name that the host activates by itself"]],
  },
  {
    fault: "a degenerate split is reported as success",
    putIn: "split-cases.ts: whatever came out is returned",
    tests: [["lib/suites/split-cases.test.ts", "says how many of which kind are missing where"]],
  },
  {
    fault: "repeats of one task are sold as independent cases",
    putIn: "decide-verdict.ts: each repeat is a task of its own",
    tests: [["lib/statistics/known-faults.test.ts", "12 wins of 12 are 4 of 4 when they come from 4 tasks"]],
  },
  {
    fault: "an interval over magnitudes punishes bigger wins",
    putIn:
      "majority.ts: a difference keeps its size; decide-verdict.ts: a lower bound of its mean, by Student's t, has to be above 0",
    tests: [["lib/statistics/known-faults.test.ts", "would punish one win for being larger"]],
  },
  {
    fault: "one case gives an interval of zero width, and passes",
    putIn: "wilson-interval.ts: Wald's interval",
    tests: [["lib/statistics/known-faults.test.ts", "is not certain: the interval of 1 of 1"]],
  },
  {
    fault: "the same bytes judged twice flip, unannounced",
    putIn: "repeat-agreement.ts: a repeat always agrees",
    tests: [
      ["lib/statistics/known-faults.test.ts", "a verdict on the edge says that a repeat may well differ"],
    ],
  },
  {
    fault: "duplicate keys in a case file clone a case",
    putIn:
      "find-trigger-cases.ts, find-tasks.ts, tell-twins.ts: of keys that stand twice one counts; suite.ts: twins are run each",
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
    tests: [
      ["lib/verdicts/grade-run.test.ts", "names what passes or fails with and without the skill alike"],
    ],
  },
  {
    fault: "a dormancy test forbids what it should observe",
    putIn: "carry-out-trial.ts: the skill is not offered to messages that should not lead to it",
    tests: [
      ["lib/proof/own-copy.db.test.ts", "is offered to messages that should not lead to it as to all others"],
    ],
  },
  {
    fault: "rerun until green",
    putIn: "find-poolable-runs.ts: of runs of the same bytes the newest alone is pooled",
    tests: [
      ["lib/proof/run-pool.db.test.ts", "shows all runs of the bytes"],
      ["lib/reviews/publish-by-proof.db.test.ts", "is not made green by running the same bytes again"],
    ],
  },
  {
    fault: "the price is known only when it was paid",
    putIn: "run-spending.ts: whatever is asked for is set aside",
    tests: [["lib/proof/trial-worker.db.test.ts", "is spent up to the limit of a run"]],
  },
  {
    fault: "a judge that always says the same passes for one that agrees",
    putIn: "cohens-kappa.ts: the share of agreement in the place of kappa",
    tests: [["lib/statistics/cohens-kappa.test.ts", "is 0 for a judge that always says the same"]],
  },
];

it("has a test for each fault of others", () => {
  expect(faults).toHaveLength(17);
});

it.each(faults)("$fault: there is a test of it", ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const [file, title] of tests) expect(readFileSync(join(process.cwd(), file), "utf8")).toContain(title);
});
