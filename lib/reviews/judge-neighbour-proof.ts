import { formatCount } from "@/lib/kernel/format-count";
import { attributedLosses, saysOfLosses } from "@/lib/proof/neighbours/sound-host";
import type { NeighbourPair, NeighbourProof } from "@/lib/proof/proven/bytes-proof-schema";
import {
  countedOf,
  met,
  notLooked,
  type ProofFacts,
  sayTooOld,
  unmet,
  type Verdict,
  withModel,
} from "./count-proof";
import type { ProofPolicy, RuleResult } from "./policy-options";

export function neighboursRule(policy: ProofPolicy, facts: ProofFacts | null): RuleResult {
  const title = "No neighbour loses a case";
  return { rule: "neighbours", title, ...(facts ? judgeNeighbours(policy, facts) : unmet("", notLooked)) };
}

const mostNamed = 5;

function judgeNeighbours(policy: ProofPolicy, facts: ProofFacts): Verdict {
  const { neighbours } = facts;
  const judged = neighbours.map((one) => {
    const counted = countedOf(policy, facts, one.pairs);
    const pairs = counted.filter(saysSomething);
    const unclear = counted.filter(({ alsoChanged, lost }) => alsoChanged.length > 0 && lost.length > 0);
    const isOf = (slug: string) => (pair: NeighbourPair) => pair.agent.slug === slug;
    const aside = new Set(one.unmeasurable.map(({ agent }) => agent.slug));
    const asked = one.agents.filter(({ slug }) => !aside.has(slug));
    const without = asked.filter(({ slug }) => !pairs.some(isOf(slug)) || unclear.some(isOf(slug)));
    const isMeasured = one.agents.length > 0 && without.length === 0;
    return {
      skill: one.skill,
      isClosed: one.isClosed === true,
      without,
      isMeasured,
      old: sayTooOld(policy, facts, one.pairs),
      also: counted.flatMap((pair) => pair.alsoChanged),
      lost: counted.flatMap(attributedLosses),
    };
  });
  const losing = judged.filter(({ lost }) => lost.length > 0);
  const missing = judged.filter(({ isMeasured }) => !isMeasured);
  if (losing.length === 0 && missing.length === 0)
    return met(
      neighbours.length === 0 ? "none has cases" : `0 of ${neighbours.length}`,
      sayAside(neighbours),
    );
  const lines = losing.flatMap(({ skill, isClosed, lost }) =>
    isClosed
      ? [`${skill} loses ${formatCount(lost.length, "case")}.`]
      : lost.map(({ query, by }) => `${skill} loses “${query}”${by === null ? "" : ` to ${by}`}.`),
  );
  return unmet(
    losing.length > 0 ? `${losing.length} of ${neighbours.length} lost` : `${missing.length} not run`,
    ...lines.slice(0, mostNamed),
    lines.length > mostNamed ? `${lines.length - mostNamed} more.` : "",
    missing.length > 0
      ? `Not run beside these bytes with ${withModel(policy, facts)}: ${missing.map(withAgents).join("; ")}.`
      : "",
    missing.some(({ isClosed }) => isClosed)
      ? "What is closed to you is run by an admin, or by somebody to whom it is open."
      : "",
    ...missing.flatMap(({ skill, old }) => (old === "" ? [] : [`${skill}: ${old}`])),
    ...missing.flatMap(({ skill, also }) => (also.length > 0 ? [sayAlsoChanged(skill, also)] : [])),
  );
}

/** Of neighbours that nothing is asked of: each reason once. */
function sayAside(neighbours: readonly NeighbourProof[]): string {
  const said = neighbours.flatMap(({ skill, unmeasurable }) =>
    unmeasurable.map(({ agent, why }) => `${skill} with ${agent.name} was not asked for: ${why}`),
  );
  return said.slice(0, mostNamed).join(" ");
}

/** The agents that offer the neighbour and have no run of it that counts. */
const withAgents = ({ skill, without }: { skill: string; without: NeighbourProof["agents"] }): string =>
  without.length === 0 ? skill : `${skill} with ${without.map(({ name }) => name).join(", ")}`;

const sayAlsoChanged = (skill: string, also: readonly string[]): string =>
  `What ${skill} lost or kept may be another change's: ${[...new Set(also)].join(", ")} changed since the run before. Run the neighbours again.`;

/** A pair of runs, carried out to their ends, both of which measured cases in every host, and between which nothing but this skill changed. */
const saysSomething = ({ before, isBrokenOff, alsoChanged, hosts }: NeighbourPair): boolean =>
  before !== null &&
  !isBrokenOff &&
  alsoChanged.length === 0 &&
  hosts.length > 0 &&
  hosts.every(saysOfLosses);
