"use client";

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Play, Plus, TriangleAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useRef } from "react";
import { agentsPath, rehearseAgentPath } from "@/components/data/agent-paths";
import { agentQuery, agentSkillsQuery, catalogueQuery } from "@/components/data/agent-queries";
import { LaterMirrors } from "@/components/delivery/later-mirrors";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { useWalkKeys } from "@/components/layout/use-walk-keys";
import { Button, ButtonLink } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { SectionOpening } from "@/components/ui/section-head";
import type { Agent } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { AgentDeclared } from "./agent-declared";
import { AgentExportButton } from "./agent-export";
import { AgentFacts } from "./agent-facts";
import { AgentMenu } from "./agent-menu";
import { AgentRevisions } from "./agent-revisions";
import { AgentRule } from "./agent-rule";
import { AgentScripts } from "./agent-scripts";
import { choicesOf } from "./agent-words";
import { AssignSkills } from "./assign-skills";
import { AssignedSkills } from "./assigned-skills";
import { readCuts } from "./catalogue-cuts";
import { CataloguePane } from "./catalogue-pane";
import { skillStop } from "./skill-link";
import { useAgentBlocked } from "./use-agent-blocked";
import { useAssignments } from "./use-assignments";

/** Below the skills, and nothing of what the page is for: these come after the rest. */
const OtherTools = dynamic(() => import("./other-tools").then((module) => module.OtherTools), {
  ssr: false,
  loading: SectionOpening,
});
const SavedResults = dynamic(() => import("./saved-results").then((module) => module.SavedResults), {
  ssr: false,
  loading: SectionOpening,
});
const AgentAddresses = dynamic(
  () => import("@/components/delivery/agent-addresses").then((module) => module.AgentAddresses),
  { ssr: false, loading: SectionOpening },
);
const AgentDelivery = dynamic(() => import("./agent-delivery").then((module) => module.AgentDelivery), {
  ssr: false,
});

/** One agent: its settings, its skills in order of priority, and exactly what it is told about them. */
export function AgentPage({ slug }: { slug: string }) {
  const { slug: workspace } = useWorkspace();
  const { data: agent } = useSuspenseQuery(agentQuery(client.agents, workspace, slug));
  const assignments = useAssignments(workspace, agent);
  const { data: catalogue } = useQuery(catalogueQuery(client.agents, workspace, slug));
  const cuts = useMemo(() => (catalogue === undefined ? null : readCuts(catalogue)), [catalogue]);
  const { data: skills } = useQuery(agentSkillsQuery(client.agents, workspace, slug));
  const choices = useMemo(() => choicesOf(skills?.items ?? []), [skills]);
  const blocked = useAgentBlocked(agent);
  const search = useRef<HTMLInputElement>(null);
  const focusSearch = () => {
    search.current?.focus();
    search.current?.scrollIntoView({ block: "center" });
  };
  useShortcut("a", "Assign skill", focusSearch);
  const lists = useRef<HTMLDivElement>(null);
  useWalkKeys(lists, skillStop, "skill");
  return (
    <Page top={<AgentTopLine workspace={workspace} agent={agent} onAssign={focusSearch} />}>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_480px] narrow:grid-cols-[minmax(0,1fr)_352px] compact:block">
        <div ref={lists} className="relative min-h-0 min-w-0 overflow-auto compact:overflow-visible">
          <AgentDeclared workspace={workspace} agent={agent} />
          <AgentFacts workspace={workspace} agent={agent} />
          <CutsAbove cuts={cuts} />
          <AssignedSkills
            workspace={workspace}
            agentId={agent.id}
            mode={agent.mode}
            {...assignments}
            cuts={cuts}
            choices={choices}
            readOnly={blocked !== undefined}
          />
          <AgentRule workspace={workspace} agent={agent} />
          <AgentScripts workspace={workspace} agent={agent} />
          <OtherTools workspace={workspace} agent={agent} />
          <SavedResults workspace={workspace} agent={agent} />
          <AgentDelivery workspace={workspace} agent={agent.slug} />
          <AgentAddresses agent={agent} />
          <LaterMirrors agent={agent} />
          {agent.declaredIn === null ? (
            <AssignSkills
              workspace={workspace}
              agentId={agent.id}
              mode={agent.mode}
              rows={assignments.rows}
              apply={assignments.apply}
              searchRef={search}
            />
          ) : null}
        </div>
        <CataloguePane workspace={workspace} agent={agent} />
      </div>
    </Page>
  );
}

/** On a small screen the budget stands below every skill: how it fares, and the way there, first. */
function CutsAbove({ cuts }: { cuts: ReturnType<typeof readCuts> | null }) {
  if (cuts === null) return null;
  const isCut = cuts.marks.size > 0;
  return (
    <p className="hidden border-line border-b px-4 py-2 compact:flex">
      <a href="#told" className="min-h-6 underline underline-offset-3">
        {isCut ? (
          <Icon of={TriangleAlert} size={14} className="mr-1.5 inline align-[-2px] text-warn" />
        ) : null}
        {cuts.text}. See what the agent is told
      </a>
    </p>
  );
}

type AgentTopLineProps = { workspace: string; agent: Agent; onAssign: () => void };

function AgentTopLine({ workspace, agent, onAssign }: AgentTopLineProps) {
  const blocked = useAgentBlocked(agent);
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
        <Button variant="primary" icon={Plus} shortcut="A" missingRight={blocked} onClick={onAssign}>
          Assign skill
        </Button>
      }
    />
  );
}
