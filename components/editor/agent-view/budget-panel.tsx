"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { agentQuery, agentsQuery } from "@/components/data/agent-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { EmptyState } from "@/components/ui/empty-state";
import { formatNumber } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { Agent } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { rehearsalWindowTokens } from "@/lib/runtime/limits";
import { useEditor, useEditorState } from "../editor-context";
import { AgentBudget } from "./agent-budget";
import { DescriptionCollisions } from "./description-collisions";
import { type DraftedSkill, siblingsOf } from "./drafted-skills";

const windows = [8_192, 32_768, 128_000, rehearsalWindowTokens, 1_000_000];

/** What each host would cut of each agent's descriptions, this one as it is typed, and whose work it claims. */
export function BudgetPanel() {
  const { workspace, skill } = useEditor();
  const name = useEditorState((state) => state.check?.name ?? null);
  const description = useEditorState((state) => state.check?.description ?? null);
  const invocation = useEditorState((state) => state.check?.invocation);
  const detail = useQuery(skillQuery(client.library, workspace, skill)).data;
  const [tried, setTried] = useState("");
  const [windowTokens, setWindowTokens] = useState(rehearsalWindowTokens);
  const used = detail?.agents ?? [];
  const slugs = used.length > 0 ? used.map(({ slug }) => slug) : tried === "" ? [] : [tried];
  const agents = useQueries({ queries: slugs.map((slug) => agentQuery(client.agents, workspace, slug)) });
  if (detail === undefined || name === null || description === null)
    return <SkeletonRows label="Loading the agents that use it" />;
  const drafted: DraftedSkill = { skillId: detail.id, name, description, ...invocation };
  const loaded = agents.flatMap(({ data }) => data ?? []);
  const failed = agents.find(({ error }) => error !== null)?.error;
  return (
    <>
      <div className="flex min-h-bar flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <WindowChoice value={windowTokens} onChoose={setWindowTokens} />
        {used.length === 0 ? <TryChoice workspace={workspace} value={tried} onChoose={setTried} /> : null}
      </div>
      {failed ? (
        <Notice tone="error" title="An agent could not be read" className="m-4">
          <ShownText text={failed.message} />
        </Notice>
      ) : null}
      {drafted.modelInvocable === false ? (
        <Notice title="No model is told of this skill" className="m-4">
          Its author keeps it from them, so it costs nothing of any budget. A person activates it by its name.
        </Notice>
      ) : (
        <DescriptionCollisions skill={drafted} siblings={allSiblings(loaded, drafted)} />
      )}
      {slugs.length === 0 ? (
        <EmptyState inline title="No agent uses it yet">
          Choose one above to see how this description would fare among its skills.
        </EmptyState>
      ) : null}
      {loaded.map((agent) => (
        <AgentBudget
          key={agent.id}
          workspace={workspace}
          agent={agent}
          skill={drafted}
          windowTokens={windowTokens}
        />
      ))}
    </>
  );
}

/** Lists the other skills of these agents, each once. */
function allSiblings(agents: readonly Pick<Agent, "assignments">[], skill: DraftedSkill) {
  const found = agents.flatMap((agent) => siblingsOf(agent, skill));
  return [...new Map(found.map((sibling) => [sibling.skillId, sibling])).values()];
}

function WindowChoice({ value, onChoose }: { value: number; onChoose: (tokens: number) => void }) {
  const id = useId();
  return (
    <span className="inline-flex min-w-0 items-center gap-2 whitespace-nowrap">
      <label htmlFor={id} className="text-ink-3">
        Context window
      </label>
      <Select id={id} value={value} onChange={(event) => onChoose(Number(event.target.value))}>
        {windows.map((tokens) => (
          <option key={tokens} value={tokens}>
            {formatNumber(tokens)} tokens
          </option>
        ))}
      </Select>
    </span>
  );
}

type TryChoiceProps = { workspace: string; value: string; onChoose: (slug: string) => void };

function TryChoice({ workspace, value, onChoose }: TryChoiceProps) {
  const id = useId();
  const { data } = useQuery(agentsQuery(client.agents, workspace));
  return (
    <span className="inline-flex min-w-0 items-center gap-2 whitespace-nowrap">
      <label htmlFor={id} className="text-ink-3">
        Try with
      </label>
      <Select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">No agent</option>
        {data?.items.map((agent) => (
          <option key={agent.slug} value={agent.slug}>
            {markHidden(agent.name)}
          </option>
        ))}
      </Select>
    </span>
  );
}
