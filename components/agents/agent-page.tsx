"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Play, Plus } from "lucide-react";
import { useRef } from "react";
import { agentsPath, rehearseAgentPath } from "@/components/data/agent-paths";
import { agentQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button, ButtonLink } from "@/components/ui/button";
import type { Agent } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { AgentExportButton } from "./agent-export";
import { AgentFacts } from "./agent-facts";
import { AgentMenu } from "./agent-menu";
import { AgentRevisions } from "./agent-revisions";
import { AssignSkills } from "./assign-skills";
import { AssignedSkills } from "./assigned-skills";
import { OtherTools } from "./other-tools";
import { SavedResults } from "./saved-results";
import { ToldPane } from "./told-pane";
import { useAssignments } from "./use-assignments";

/** One agent: its settings, its skills in order of priority, and exactly what it is told about them. */
export function AgentPage({ slug }: { slug: string }) {
  const { slug: workspace } = useWorkspace();
  const { data: agent } = useSuspenseQuery(agentQuery(client.agents, workspace, slug));
  const assignments = useAssignments(workspace, agent);
  const search = useRef<HTMLInputElement>(null);
  const focusSearch = () => {
    search.current?.focus();
    search.current?.scrollIntoView({ block: "center" });
  };
  useShortcut("a", "Assign skill", focusSearch);
  return (
    <Page top={<AgentTopLine workspace={workspace} agent={agent} onAssign={focusSearch} />}>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_480px] narrow:grid-cols-[minmax(0,1fr)_352px] compact:block">
        <div className="min-h-0 min-w-0 overflow-auto compact:overflow-visible">
          <AgentFacts workspace={workspace} agent={agent} />
          <AssignedSkills {...assignments} />
          <AssignSkills
            workspace={workspace}
            rows={assignments.rows}
            apply={assignments.apply}
            searchRef={search}
          />
          <OtherTools workspace={workspace} agent={agent} />
          <SavedResults workspace={workspace} agent={agent} />
        </div>
        <ToldPane workspace={workspace} agent={agent} />
      </div>
    </Page>
  );
}

type AgentTopLineProps = { workspace: string; agent: Agent; onAssign: () => void };

function AgentTopLine({ workspace, agent, onAssign }: AgentTopLineProps) {
  const blocked = useBlockedFor("agents.edit");
  return (
    <TopLine
      crumbs={[{ label: "Agents", href: agentsPath(workspace) }]}
      title={agent.name}
      chips={<AgentRevisions workspace={workspace} agent={agent} />}
      actions={
        <>
          <AgentMenu workspace={workspace} agent={agent} />
          <AgentExportButton workspace={workspace} agent={agent} />
          <ButtonLink icon={Play} href={rehearseAgentPath(workspace, agent.slug)}>
            Rehearse
          </ButtonLink>
        </>
      }
      primary={
        <Button variant="primary" icon={Plus} shortcut="A" blockedReason={blocked} onClick={onAssign}>
          Assign skill
        </Button>
      }
    />
  );
}
