"use client";

import { Check, TriangleAlert } from "lucide-react";
import { formatCount, formatNumber } from "@/components/ui/format";
import { Meter } from "@/components/ui/meter";
import { Section } from "@/components/ui/section";
import { State } from "@/components/ui/state";
import type { Agent } from "@/lib/agents/schema";
import { dialectHeads } from "@/lib/dialects/dialect-heads";
import { type BudgetSimulation, type SimulatedSkill, simulateBudgets } from "@/lib/dialects/simulate-budgets";
import { rehearsalWindowTokens } from "@/lib/runtime/limits";

/** The agent's skills that models are told of, as every host would begin with them. */
const toldSkills = ({ assignments }: Pick<Agent, "assignments">): SimulatedSkill[] =>
  assignments.flatMap(({ skillId, skill: name, description, priority, enabled, archived, resolved }) => {
    if (!enabled || archived || resolved.kind === "none") return [];
    const { modelInvocable, whenToUse } = resolved;
    return [{ skillId, name, description, priority, modelInvocable, whenToUse }];
  });

/** The same skills in every host: how full its budget gets, and what it would cut. */
export function HostBudgets({ agent }: { agent: Pick<Agent, "dialect" | "assignments"> }) {
  const skills = toldSkills(agent);
  if (skills.length === 0) return null;
  const simulations = simulateBudgets(skills, rehearsalWindowTokens);
  const cutting = simulations.filter((simulation) => cutsOf(simulation) > 0).length;
  return (
    <Section
      title="The same list in every host"
      end={cutting === 0 ? "no host cuts anything" : `cut by ${cutting} of ${simulations.length} hosts`}
    >
      <ul aria-label="Budgets of hosts" className="grid gap-2.5">
        {simulations.map((simulation) => (
          <Host
            key={simulation.dialect}
            simulation={simulation}
            isOwn={simulation.dialect === agent.dialect}
          />
        ))}
      </ul>
    </Section>
  );
}

const cutsOf = ({ truncated, omitted }: BudgetSimulation) => truncated.length + omitted.length;

function Host({ simulation, isOwn }: { simulation: BudgetSimulation; isOwn: boolean }) {
  const { dialect, presentation, characters, budgetCharacters } = simulation;
  const { title } = dialectHeads[dialect];
  const cuts = cutsOf(simulation);
  const isEager = presentation === "eager";
  const used = `${formatNumber(characters)} of ${formatNumber(budgetCharacters)} characters`;
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 text-12">
        <span className="min-w-0 flex-1">
          <span className={isOwn ? "font-semibold" : undefined}>{title}</span>
          {isOwn ? <span className="text-ink-3"> this agent's</span> : null}
        </span>
        <State icon={cuts === 0 ? Check : TriangleAlert} tone={cuts === 0 ? "neutral" : "warning"}>
          {isEager ? "All instructions told" : cuts === 0 ? "All fit" : sayHostCuts(simulation)}
        </State>
      </div>
      {isEager ? null : (
        <Meter
          label={`Budget of ${title}`}
          className="mt-1 h-1.5"
          parts={[{ label: used, value: characters, fill: cuts > 0 ? "bg-warn" : "bg-fill-catalogue" }]}
          max={budgetCharacters}
          valueText={used}
        />
      )}
      {isEager ? null : <p className="mt-0.5 text-12 text-ink-3">{used}</p>}
    </li>
  );
}

/** "3 descriptions cut, 2 left out". */
function sayHostCuts({ truncated, omitted }: BudgetSimulation): string {
  const dropped = truncated.filter(({ keptCharacters }) => keptCharacters === 0).length;
  const cut = truncated.length - dropped;
  return [
    cut > 0 ? `${formatCount(cut, "description")} cut` : "",
    dropped > 0 ? `${formatCount(dropped, "description")} dropped` : "",
    omitted.length > 0 ? `${formatNumber(omitted.length)} left out` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
