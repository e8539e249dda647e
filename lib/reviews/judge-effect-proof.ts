import { formatCount } from "@/lib/kernel/format-count";
import type { EffectProof } from "@/lib/proof/proven/bytes-proof-schema";
import { decideEffectGate } from "@/lib/suites/decide-effect-gate";
import {
  countedOf,
  met,
  notLooked,
  type ProofFacts,
  sayBrokenOff,
  tooMany,
  unfinished,
  unmet,
  type Verdict,
  whyNone,
} from "./count-proof";
import type { ProofPolicy, RuleResult } from "./policy-options";

export function effectRule(policy: ProofPolicy, facts: ProofFacts | null): RuleResult {
  const title = "Tasks are not worse, golden ones pass";
  return { rule: "effect", title, ...(facts ? judgeEffects(policy, facts) : unmet("", notLooked)) };
}

function judgeEffects(policy: ProofPolicy, facts: ProofFacts): Verdict {
  const { own } = facts;
  if (!own.has.effect) return unmet("no tasks", "These bytes have no tasks: write some in evals/evals.json.");
  if (own.counted.unread.effect > 0) return tooMany(own.counted.unread.effect);
  const counted = countedOf(policy, facts, own.effects);
  const whole = counted.filter(({ isBrokenOff }) => !isBrokenOff);
  const brokenOff = counted.filter((one) => one.isBrokenOff);
  const against = brokenOff.flatMap(effectFacts).filter(isAgainst);
  if (whole.length === 0 && against.length === 0) {
    const ended = own.effects.filter(({ isBrokenOff }) => !isBrokenOff);
    return unmet("not run", whyNone(policy, facts, ended), unfinished(facts, "effect"));
  }
  const all = [...whole.flatMap(effectFacts), ...against];
  // What measured nothing says nothing against what did; a golden task that failed was seen all the same.
  const said = all.filter(
    ({ word, goldenFailed }) => word !== "invalid-measurement" || goldenFailed.length > 0,
  );
  const { code, reasons } = decideEffectGate(said.length > 0 ? said : all);
  const { published } = facts;
  const numbers = brokenOff.map(({ number }) => number);
  if (code === 0 && published !== null && !whole.some((one) => hasBeside(one, published)))
    return unmet("nothing beside", whyNothingBeside(whole, published));
  const doubted = code === 0 ? whyDoubted(policy, whole) : "";
  if (doubted !== "") return unmet("judge not calibrated", doubted);
  if (code === 0) return met(formatCount(whole.length, "run"), sayBrokenOff(facts, "effect", numbers));
  return unmet(code === 3 ? "no verdict" : code === 2 ? "golden failed" : "worse", reasons.join(" "));
}

/** Which judge decided tasks though people were not asked, or see it otherwise; empty where none did. */
function whyDoubted({ kappa: least }: ProofPolicy, runs: readonly EffectProof[]): string {
  if (least === null) return "";
  const said = runs.flatMap(({ number, judge }) => {
    if (judge === null || judge.judged === 0) return [];
    const { name, labels, needed, isCalibrated, kappa } = judge;
    if (!isCalibrated)
      return [
        `${name}, which compared answers in run ${number}, has ${labels} of ${needed} labels: label more.`,
      ];
    if (kappa !== null && kappa >= least) return [];
    return [
      `${name}, which compared answers in run ${number}, agrees with people by a kappa of ${kappa?.toFixed(2) ?? "nothing that could be counted"}; at least ${least.toFixed(2)} is asked for.`,
    ];
  });
  return said.join(" ");
}

/** What a run that was broken off saw all the same; that it saw nothing bad says nothing. */
const isAgainst = ({ word, goldenFailed, lostToApproved }: ReturnType<typeof effectFacts>[number]): boolean =>
  word === "worse" || goldenFailed.length > 0 || lostToApproved > 0;

/** An arm of which no task was decided has nothing of the version beside the run. */
const hasBeside = ({ hosts }: EffectProof, version: number): boolean =>
  hosts.some(
    ({ word, against }) =>
      word !== "invalid-measurement" && against?.version === version && against.compared > 0,
  );

function whyNothingBeside(counted: readonly EffectProof[], version: number): string {
  const empty = counted.find(({ hosts }) =>
    hosts.some(({ against }) => against?.version === version && against.compared === 0),
  );
  return empty
    ? `Version ${version} was tried beside these bytes in run ${empty.number}, and no task was decided in both: run the tasks with the published version as an arm again, and give those that only a judge decides another grader.`
    : `No run of these bytes has version ${version} beside it: run the tasks with the published version as an arm.`;
}

const effectFacts = ({ number, hosts, model }: EffectProof) =>
  hosts.map(({ name, word, tasks, reasons, goldenFailed, against }) => ({
    dialect: `Run ${number}, ${name} with ${model.name}`,
    word:
      tasks === 0 && (word === "improved" || word === "not-shown") ? ("invalid-measurement" as const) : word,
    reasons,
    goldenFailed,
    lostToApproved: against?.outcome === "worse" ? against.lost.length : 0,
    // The policy asks for that by itself, in its own words.
    isUncompared: false,
  }));
