"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { catalogueQuery } from "@/components/data/agent-queries";
import { useSettled } from "@/components/library/dialogs/use-name-check";
import { formatCount, formatNumber, formatTokens } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import type { AgentCatalogue } from "@/lib/agents/catalogue-schema";
import type { Agent } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { readLimit, type SkillFare, sayCuts, sayMark } from "./catalogue-cuts";
import { SearchModeOffer } from "./search-mode-offer";

type CatalogueBudgetProps = { workspace: string; agent: Agent; catalogue: AgentCatalogue };

/** How much of the catalogue's budget is used, and what a smaller one would cut. */
export function CatalogueBudget({ workspace, agent, catalogue }: CatalogueBudgetProps) {
  const { characters, budgetCharacters, tokens } = catalogue;
  const used = `${formatNumber(characters)} of ${formatNumber(budgetCharacters)} characters`;
  const cuts = sayCuts(catalogue);
  const isCut = cuts.count > 0;
  return (
    <Section
      title="Catalogue budget"
      end={
        <span>
          <span className="font-medium text-13 text-ink">{formatTokens(tokens)}</span> (estimate)
        </span>
      }
    >
      <Meter
        label="Catalogue budget"
        parts={[{ label: used, value: characters, fill: isCut ? "bg-warn" : "bg-fill-catalogue" }]}
        max={budgetCharacters}
        valueText={`${used}, ${cuts.text}`}
      />
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-12 text-ink-3">
        {isCut ? (
          <State icon={TriangleAlert} tone="warning">
            <ShownText text={cuts.text} />
          </State>
        ) : (
          <span>
            <ShownText text={cuts.text} />
          </span>
        )}
        <span>{used}</span>
      </p>
      <p className="mt-1 text-12 text-ink-3">{catalogue.budgetRule}</p>
      <Reasons catalogue={catalogue} />
      {isCut ? <SearchModeOffer workspace={workspace} agent={agent} catalogue={catalogue} /> : null}
      <Simulation workspace={workspace} agent={agent} catalogue={catalogue} />
    </Section>
  );
}

function Simulation({ workspace, agent, catalogue }: CatalogueBudgetProps) {
  const id = useId();
  const [text, setText] = useState("");
  const limit = readLimit(useSettled(text, 250));
  const { data } = useQuery({
    ...catalogueQuery(client.agents, workspace, agent.slug, { budget: limit ?? 0 }),
    enabled: limit !== null,
  });
  const simulated = limit === null ? undefined : data;
  const cuts = simulated === undefined ? null : sayCuts(simulated);
  return (
    <>
      <div className="mt-3.5 flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="whitespace-nowrap text-ink-2">
          Simulate a limit of
        </label>
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          placeholder={formatNumber(catalogue.budgetCharacters)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-[76px] [&_input]:text-right"
        />
        <span className="text-ink-2">characters</span>
        <span role="status" className="ml-auto">
          {cuts === null ? null : (
            <State
              icon={cuts.count === 0 ? Check : TriangleAlert}
              tone={cuts.count === 0 ? "neutral" : "warning"}
            >
              {cuts.count === 0 ? "All fit" : formatCount(cuts.count, "cut")}
            </State>
          )}
        </span>
      </div>
      {text.trim() !== "" && readLimit(text) === null ? (
        <p className="mt-1.5 text-12 text-danger">Give a whole number of characters.</p>
      ) : null}
      {simulated === undefined ? null : <Reasons catalogue={simulated} />}
    </>
  );
}

/** As many as leave the catalogue's text below in view; the others are a click away. */
const firstShown = 5;

/** Each skill that is not told, or told in part, by name; the order in which a budget cuts is said once. */
function Reasons({ catalogue }: { catalogue: AgentCatalogue }) {
  const omitted = catalogue.skills.filter((skill) => skill.omitted);
  const truncated = catalogue.skills.filter((skill) => skill.truncated && !skill.omitted);
  const cut = [...omitted, ...truncated];
  if (cut.length === 0) return null;
  const more = cut.slice(firstShown);
  return (
    <div className="mt-1.5 grid gap-0.5 text-12 text-ink-3">
      {cut.some(({ overBudget }) => overBudget) ? (
        <p>The last in order is cut first. What was cut cannot lead the model to a skill.</p>
      ) : null}
      <CutList cuts={cut.slice(0, firstShown)} />
      {more.length === 0 ? null : (
        <details>
          <summary className="min-h-6 cursor-pointer text-ink-2">{formatNumber(more.length)} more</summary>
          <CutList cuts={more} />
        </details>
      )}
    </div>
  );
}

function CutList({ cuts }: { cuts: readonly SkillFare[] }) {
  return (
    <ul className="grid gap-0.5">
      {cuts.map((fare) => (
        <li key={fare.skill}>
          <code className="text-ink-2">
            <ShownText text={fare.skill} />
          </code>{" "}
          {/* What the budget does is said for all of them above; any other reason is this skill's own. */}
          <ShownText
            text={sayMark(fare) ?? (fare.reason === null ? "left out" : `left out: ${fare.reason}`)}
          />
        </li>
      ))}
    </ul>
  );
}
