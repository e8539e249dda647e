import type { TriggerProof } from "@/lib/proof/proven/bytes-proof-schema";
import { decideGate } from "@/lib/suites/decide-gate";
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
import { floorsOf, type ProofPolicy, type RuleResult } from "./policy-options";

type Floors = NonNullable<ProofPolicy["triggers"]>;
type Asked = ReturnType<typeof floorsOf>;

export function triggersRule(policy: ProofPolicy, written: Floors, facts: ProofFacts | null): RuleResult {
  const floors = floorsOf(written);
  const asked = [
    `recall from ${floors.recall.toFixed(2)}`,
    ...(floors.precision === null ? [] : [`precision from ${floors.precision.toFixed(2)}`]),
  ];
  const title = `Trigger suite passes: ${asked.join(", ")}`;
  return {
    rule: "triggers",
    title,
    ...(facts ? judgeTriggers(policy, floors, facts) : unmet("", notLooked)),
  };
}

function judgeTriggers(policy: ProofPolicy, floors: Asked, facts: ProofFacts): Verdict {
  const { own } = facts;
  if (!own.has.trigger)
    return unmet("no cases", "These bytes have no cases: write some in evals/trigger-eval.json.");
  if (own.counted.unread.trigger > 0) return tooMany(own.counted.unread.trigger);
  const counted = withNewestCatalogue(countedOf(policy, facts, own.triggers));
  if (counted.length === 0)
    return unmet("not run", whyNone(policy, facts, own.triggers), unfinished(facts, "trigger"));
  const faulty = counted.flatMap(({ runs, hosts }) =>
    hosts.flatMap(({ name, isFaulty }) => (isFaulty ? [`Run ${runs.join(", ")} in ${name}`] : [])),
  );
  if (faulty.length > 0) return unmet("faulty suite", `${faulty.join("; ")}: ${judgedAllTheSame}`);
  const measured = withoutBroken(counted);
  const { code, reasons } = decideGate({
    goldenFailed: [],
    hosts: measured.flatMap(triggerFacts),
    floors: { recall: floors.recall, precision: floors.precision ?? undefined },
  });
  const lows = measured.flatMap(({ hosts }) => hosts.map(({ recall }) => recall?.low.toFixed(2) ?? "-"));
  const numbers = counted.flatMap((one) => one.brokenOff);
  const brokenOff = [sayBrokenOff(facts, "trigger", numbers), sayEarlier(own.triggers)]
    .filter(Boolean)
    .join(" ");
  if (code !== 0) return unmet(code === 3 ? "no verdict" : "not passed", reasons.join(" "), brokenOff);
  return met(`at least ${lows.join(", ")}`, brokenOff);
}

/** Of each host what was measured with the catalogue that the agent had there last: earlier ones are another measurement. */
const withNewestCatalogue = (proofs: readonly TriggerProof[]): TriggerProof[] =>
  proofs
    .map((proof) => ({
      ...proof,
      hosts: proof.hosts.filter(({ laterCatalogue }) => laterCatalogue.length === 0),
    }))
    .filter(({ hosts }) => hosts.length > 0);

/** What is left out for that, with what changed. */
function sayEarlier(proofs: readonly TriggerProof[]): string {
  const said = proofs.flatMap(({ runs, hosts }) => {
    const changed = [...new Set(hosts.flatMap(({ laterCatalogue }) => laterCatalogue))];
    return changed.length === 0
      ? []
      : [`Run ${runs.join(", ")} is not counted: ${changed.join(", ")} changed since.`];
  });
  return said.join(" ");
}

const judgedAllTheSame =
  "its self-check had found faults, and it was judged all the same. Mend the suite, or what the check names, and run it again.";

/**
 * What measured nothing says nothing against what did, with the same agent in the same host: a connection that was pointed at
 * nothing and then mended leaves such runs.
 */
function withoutBroken(proofs: readonly TriggerProof[]): TriggerProof[] {
  const isBroken = ({ word }: TriggerProof["hosts"][number]) => word === "invalid";
  const measured = new Set(
    proofs.flatMap(({ agent, hosts }) =>
      hosts.flatMap((host) => (isBroken(host) ? [] : [`${agent.slug} ${host.dialect}`])),
    ),
  );
  return proofs.map((proof) => ({
    ...proof,
    hosts: proof.hosts.filter(
      (host) => !isBroken(host) || !measured.has(`${proof.agent.slug} ${host.dialect}`),
    ),
  }));
}

const triggerFacts = ({ hosts, model, agent }: TriggerProof) =>
  hosts.map(({ name, word, recall, precision, against }) => ({
    dialect: `${name} with ${model.name} as ${agent.name}`,
    figures: { word, recall, precision },
    against,
  }));
