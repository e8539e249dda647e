import { Check, TriangleAlert } from "lucide-react";
import { agentPath } from "@/components/data/agent-paths";
import { formatCount, formatNumber } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { TextLink } from "@/components/ui/text-link";
import type { Agent } from "@/lib/agents/schema";
import { dialectHeads, isDialectId } from "@/lib/dialects/dialect-heads";
import { type BudgetSimulation, simulateBudgets } from "@/lib/dialects/simulate-budgets";
import { type DraftedSkill, sayFollowing, skillsWithDraft } from "./drafted-skills";

type AgentBudgetProps = {
  workspace: string;
  agent: Pick<Agent, "slug" | "name" | "dialect" | "assignments">;
  skill: DraftedSkill;
  windowTokens: number;
};

/** One agent's skills in every host: what would be cut, and whether this skill is among it. */
export function AgentBudget({ workspace, agent, skill, windowTokens }: AgentBudgetProps) {
  const simulations = simulateBudgets(skillsWithDraft(agent, skill), windowTokens);
  const own = isDialectId(agent.dialect) ? dialectHeads[agent.dialect].title : agent.dialect;
  const note = sayFollowing(agent, skill);
  return (
    <Section
      title={
        <TextLink href={agentPath(workspace, agent.slug)}>
          <ShownText text={agent.name} />
        </TextLink>
      }
      end={
        <span>
          set to <ShownText text={own} />
        </span>
      }
    >
      {note === null ? null : (
        <p className="mb-2 text-12 text-ink-3">
          <ShownText text={note} />
        </p>
      )}
      <ul className="grid gap-2">
        {simulations.map((simulation) => (
          <HostLine key={simulation.dialect} simulation={simulation} skill={skill} />
        ))}
      </ul>
    </Section>
  );
}

function HostLine({ simulation, skill }: { simulation: BudgetSimulation; skill: DraftedSkill }) {
  const { dialect, truncated, omitted, budgetRule, presentation } = simulation;
  const cuts = truncated.length + omitted.length;
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 flex-1">{dialectHeads[dialect].title}</span>
        <State icon={cuts === 0 ? Check : TriangleAlert} tone={cuts === 0 ? "neutral" : "warning"}>
          {cuts === 0
            ? presentation === "eager"
              ? "Holds everything"
              : "All fit"
            : formatCount(cuts, "cut")}
        </State>
      </div>
      <p className="text-12 text-ink-3">
        {presentation === "eager"
          ? "All instructions are in the prompt: no description is cut."
          : `${formatNumber(simulation.characters)} of ${formatNumber(simulation.budgetCharacters)} characters.`}{" "}
        {cuts === 0 ? null : (
          <>
            {budgetRule} <Cuts simulation={simulation} skill={skill} />
          </>
        )}
      </p>
    </li>
  );
}

/** This skill's own cut first, then the others by name. */
function Cuts({
  simulation: { truncated, omitted },
  skill,
}: {
  simulation: BudgetSimulation;
  skill: DraftedSkill;
}) {
  const own = truncated.find(({ skillId }) => skillId === skill.skillId);
  const isOmitted = omitted.some(({ skillId }) => skillId === skill.skillId);
  const others = (cut: readonly { skillId: string; name: string }[]) =>
    cut.filter(({ skillId }) => skillId !== skill.skillId).map(({ name }) => name);
  return (
    <>
      {isOmitted ? <strong className="font-medium text-warn">This skill is left out. </strong> : null}
      {own ? <strong className="font-medium text-warn">{sayKept(own.keptCharacters)} </strong> : null}
      <Names word="Shortened" names={others(truncated.filter(({ keptCharacters }) => keptCharacters > 0))} />
      <Names
        word="Name only"
        names={others(truncated.filter(({ keptCharacters }) => keptCharacters === 0))}
      />
      <Names word="Left out" names={others(omitted)} />
    </>
  );
}

const sayKept = (characters: number): string =>
  characters === 0
    ? "This description is dropped; its name stays."
    : `This description keeps ${formatNumber(characters)} characters.`;

const mostNames = 5;

function Names({ word, names }: { word: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  const more = names.length - mostNames;
  return (
    <>
      {word}:{" "}
      <code>
        <ShownText text={names.slice(0, mostNames).join(", ")} />
      </code>
      {more > 0 ? ` and ${more} more` : null}.{" "}
    </>
  );
}
