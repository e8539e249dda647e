import { formatCount } from "@/lib/kernel/format-count";
import type {
  EffectProof,
  NeighbourPair,
  NeighbourProof,
  OwnProof,
  TriggerProof,
} from "@/lib/proof/bytes-proof-schema";
import { isSoundHost, lostInSoundHosts } from "@/lib/proof/sound-host";
import { decideEffectGate } from "@/lib/suites/decide-effect-gate";
import { decideGate } from "@/lib/suites/decide-gate";
import type { ProofPolicy, RuleResult } from "./policy-options";

/** What suites say of the bytes that would be published, as it is at one moment. */
export type ProofFacts = {
  own: OwnProof;
  neighbours: readonly NeighbourProof[];
  now: Date;
  /** What the model that the policy chose is called now; null where it is gone, or none was chosen. */
  modelName: string | null;
  /** The newest version that is not these bytes; null where nothing else is published. */
  published: number | null;
};

/** The rules of proof that the policy asks for. Whatever was measured on these bytes counts: none of it is picked out. */
export function judgeProof(policy: ProofPolicy, facts: ProofFacts | null): RuleResult[] {
  return [
    ...(policy.triggers ? [triggersRule(policy, policy.triggers, facts)] : []),
    ...(policy.effect ? [effectRule(policy, facts)] : []),
    ...(policy.neighbours ? [neighboursRule(policy, facts)] : []),
  ];
}

const day = 86_400_000;
const notLooked = "It was not looked at here: open the review.";

type Answered = { model: { id: string; name: string; kind: string }; at: string };

const isAsked = ({ model: chosen }: ProofPolicy, { model }: Answered): boolean =>
  model.kind === "live" && (chosen === null || chosen === model.id);

const isFresh = ({ maxAgeDays }: ProofPolicy, { now }: ProofFacts, { at }: Answered): boolean =>
  maxAgeDays === null || now.getTime() - Date.parse(at) <= maxAgeDays * day;

const countedOf = <One extends Answered>(
  policy: ProofPolicy,
  facts: ProofFacts,
  all: readonly One[],
): One[] => all.filter((one) => isAsked(policy, one) && isFresh(policy, facts, one));

const withModel = ({ model }: ProofPolicy, { modelName }: ProofFacts): string =>
  model === null ? "a live model" : (modelName ?? "the model that the policy names, which is gone");

/** Why nothing that was measured counts. */
function whyNone(policy: ProofPolicy, facts: ProofFacts, all: readonly Answered[]): string {
  const asked = all.filter((one) => isAsked(policy, one));
  if (asked.length > 0) return `The newest run is older than ${formatCount(policy.maxAgeDays ?? 0, "day")}.`;
  const other = all.some(({ model }) => model.kind === "live")
    ? "It was run with other models than the policy asks for."
    : all.length > 0
      ? "Only scripted models answered, and these never count."
      : "";
  return [`Not run on these bytes with ${withModel(policy, facts)}.`, other].filter(Boolean).join(" ");
}

/** What has begun on these bytes and says nothing. */
const unfinished = ({ own }: ProofFacts, suite: "trigger" | "effect"): string =>
  own.others
    .filter((one) => one.suite === suite)
    .slice(0, 3)
    .map(({ number, state }) =>
      state === "queued" || state === "running"
        ? `Run ${number} goes on.`
        : `Run ${number} was ${state === "failed" ? "broken off" : "stopped"}.`,
    )
    .join(" ");

type Verdict = Pick<RuleResult, "met" | "count" | "message">;
const unmet = (count: string, ...words: string[]): Verdict => ({
  met: false,
  count,
  message: words.filter(Boolean).join(" "),
});
const met = (count: string): Verdict => ({ met: true, count, message: "" });

/** What is not read cannot have passed. */
const tooMany = (unread: number): Verdict =>
  unmet(
    "too many runs",
    `These bytes were run too often: ${formatCount(unread, "older run")} would have to be read as well. Change the skill and run it anew.`,
  );

type Floors = NonNullable<ProofPolicy["triggers"]>;

function triggersRule(policy: ProofPolicy, floors: Floors, facts: ProofFacts | null): RuleResult {
  const asked = [
    ...(floors.recall === null ? [] : [`recall from ${floors.recall.toFixed(2)}`]),
    ...(floors.precision === null ? [] : [`precision from ${floors.precision.toFixed(2)}`]),
  ];
  const title = `Trigger suite passes${asked.length > 0 ? `: ${asked.join(", ")}` : ""}`;
  return {
    rule: "triggers",
    title,
    ...(facts ? judgeTriggers(policy, floors, facts) : unmet("", notLooked)),
  };
}

function judgeTriggers(policy: ProofPolicy, floors: Floors, facts: ProofFacts): Verdict {
  const { own } = facts;
  if (!own.has.trigger)
    return unmet("no cases", "These bytes have no cases: write some in evals/trigger-eval.json.");
  if (own.counted.unread.trigger > 0) return tooMany(own.counted.unread.trigger);
  const counted = countedOf(policy, facts, own.triggers);
  if (counted.length === 0)
    return unmet("not run", whyNone(policy, facts, own.triggers), unfinished(facts, "trigger"));
  const { code, reasons } = decideGate({
    goldenFailed: [],
    hosts: counted.flatMap(triggerFacts),
    floors: { recall: floors.recall ?? undefined, precision: floors.precision ?? undefined },
  });
  const lows = counted.flatMap(({ hosts }) => hosts.map(({ recall }) => recall?.low.toFixed(2) ?? "-"));
  if (code !== 0) return unmet(code === 3 ? "no verdict" : "not passed", reasons.join(" "));
  return met(`recall from ${lows.join(", ")}`);
}

const triggerFacts = ({ hosts, model, agent }: TriggerProof) =>
  hosts.map(({ name, word, recall, precision, against }) => ({
    dialect: `${name} with ${model.name} as ${agent.name}`,
    figures: { word, recall, precision },
    against,
  }));

function effectRule(policy: ProofPolicy, facts: ProofFacts | null): RuleResult {
  const title = "Tasks are not worse, golden ones pass";
  return { rule: "effect", title, ...(facts ? judgeEffects(policy, facts) : unmet("", notLooked)) };
}

function judgeEffects(policy: ProofPolicy, facts: ProofFacts): Verdict {
  const { own } = facts;
  if (!own.has.effect) return unmet("no tasks", "These bytes have no tasks: write some in evals/evals.json.");
  if (own.counted.unread.effect > 0) return tooMany(own.counted.unread.effect);
  const counted = countedOf(policy, facts, own.effects);
  if (counted.length === 0)
    return unmet("not run", whyNone(policy, facts, own.effects), unfinished(facts, "effect"));
  const all = counted.flatMap(effectFacts);
  // What measured nothing says nothing against what did; a golden task that failed was seen all the same.
  const said = all.filter(
    ({ word, goldenFailed }) => word !== "invalid-measurement" || goldenFailed.length > 0,
  );
  const { code, reasons } = decideEffectGate(said.length > 0 ? said : all);
  const { published } = facts;
  if (code === 0 && published !== null && !counted.some((one) => hasBeside(one, published)))
    return unmet("nothing beside", whyNothingBeside(counted, published));
  if (code === 0) return met(formatCount(counted.length, "run"));
  return unmet(code === 3 ? "no verdict" : code === 2 ? "golden failed" : "worse", reasons.join(" "));
}

/** An arm whose trials are all invalid has nothing of the version beside the run. */
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
    ? `Version ${version} was tried beside these bytes in run ${empty.number}, and nothing of it could be measured: run the tasks with the published version as an arm again.`
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
  }));

function neighboursRule(policy: ProofPolicy, facts: ProofFacts | null): RuleResult {
  const title = "No neighbour loses a case";
  return { rule: "neighbours", title, ...(facts ? judgeNeighbours(policy, facts) : unmet("", notLooked)) };
}

const mostNamed = 5;

function judgeNeighbours(policy: ProofPolicy, facts: ProofFacts): Verdict {
  const { neighbours } = facts;
  const judged = neighbours.map((one) => {
    const counted = countedOf(policy, facts, one.pairs);
    const pairs = counted.filter(saysSomething);
    const without = one.agents.filter(({ slug }) => !pairs.some(({ agent }) => agent.slug === slug));
    const isMeasured = one.agents.length > 0 && without.length === 0;
    return { skill: one.skill, without, isMeasured, lost: counted.flatMap(lostInSoundHosts) };
  });
  const losing = judged.filter(({ lost }) => lost.length > 0);
  const missing = judged.filter(({ isMeasured }) => !isMeasured);
  if (losing.length === 0 && missing.length === 0)
    return met(neighbours.length === 0 ? "none has cases" : `0 of ${neighbours.length}`);
  const lines = losing.flatMap(({ skill, lost }) =>
    lost.map(({ query, by }) => `${skill} loses “${query}”${by === null ? "" : ` to ${by}`}.`),
  );
  return unmet(
    losing.length > 0 ? `${losing.length} of ${neighbours.length} lost` : `${missing.length} not run`,
    ...lines.slice(0, mostNamed),
    lines.length > mostNamed ? `${lines.length - mostNamed} more.` : "",
    missing.length > 0
      ? `Not run beside these bytes with ${withModel(policy, facts)}: ${missing.map(withAgents).join("; ")}.`
      : "",
  );
}

/** The agents that offer the neighbour and have no run of it that counts. */
const withAgents = ({ skill, without }: { skill: string; without: NeighbourProof["agents"] }): string =>
  without.length === 0 ? skill : `${skill} with ${without.map(({ name }) => name).join(", ")}`;

/** A pair of runs both of which measured cases in every host. */
const saysSomething = ({ before, hosts }: NeighbourPair): boolean =>
  before !== null && hosts.length > 0 && hosts.every(isSoundHost);
