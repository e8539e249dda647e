"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { catalogueQuery } from "@/components/data/agent-queries";
import { Button } from "@/components/ui/button";
import { formatNumber, formatTokens } from "@/components/ui/format";
import { toast } from "@/components/ui/toaster";
import type { AgentCatalogue } from "@/lib/agents/catalogue-schema";
import type { Agent } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { dialectHeads, isDialectId, modesOf } from "@/lib/dialects/dialect-heads";
import { useAgentBlocked } from "./use-agent-blocked";
import { useEditAgent } from "./use-edit-agent";

type SearchModeOfferProps = { workspace: string; agent: Agent; catalogue: AgentCatalogue };

/** Beside a catalogue that is cut: the mode in which nothing is, and what it changes; or what else helps. */
export function SearchModeOffer({ workspace, agent, catalogue }: SearchModeOfferProps) {
  const hasSearch = modesOf(agent.dialect).includes("search");
  const blocked = useAgentBlocked(agent);
  const edit = useEditAgent(workspace, agent);
  const { data } = useQuery({
    ...catalogueQuery(client.agents, workspace, agent.slug, { mode: "search" }),
    enabled: hasSearch,
  });
  const mode = modesOf(agent.dialect).find((known) => known === agent.mode);
  const say = () =>
    toast.success("Search mode: nothing is cut any more", {
      ...(mode === undefined
        ? {}
        : {
            action: {
              label: "Undo",
              onClick: () => edit.mutate({ mode }, { onError: (error) => toast.error(error.message) }),
            },
          }),
    });
  if (!hasSearch) {
    const host = isDialectId(agent.dialect) ? dialectHeads[agent.dialect].title : agent.dialect;
    return (
      <p className="mt-2 text-12 text-ink-2">
        {host} cannot search for skills: shorten descriptions, switch some off, or move what matters up.
      </p>
    );
  }
  const told =
    data === undefined
      ? ""
      : `${formatNumber(catalogue.tokens)} tokens become ${formatTokens(data.tokens)}. `;
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-2 border border-line-strong px-2.5 py-2">
      <p className="min-w-[180px] flex-1 text-12 text-ink-2">
        In search mode nothing is cut: the model is told how many skills there are and looks for one before it
        answers, in whole descriptions and instructions. {told}It costs one more step.
      </p>
      <Button
        icon={Search}
        size="small"
        missingRight={blocked}
        pending={edit.isPending}
        onClick={() =>
          edit.mutate({ mode: "search" }, { onSuccess: say, onError: (error) => toast.error(error.message) })
        }
      >
        Use search mode
      </Button>
    </div>
  );
}
