"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRef, useState } from "react";
import { agentPath } from "@/components/data/agent-paths";
import { agentsQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { FootLine } from "@/components/layout/foot-line";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { useWalkKeys } from "@/components/layout/use-walk-keys";
import { Button } from "@/components/ui/button";
import { formatCount, formatNumber } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, MonoName, Row, Table } from "@/components/ui/table";
import type { AgentSummary } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { AgentMenu } from "./agent-menu";
import { AgentsEmpty } from "./agents-empty";

const NewAgentDialog = dynamic(() => import("./new-agent-dialog").then((module) => module.NewAgentDialog), {
  ssr: false,
});

/** Lists the workspace's agents. */
export function AgentsPage() {
  const { slug, name } = useWorkspace();
  const [isNew, setIsNew] = useState(false);
  const list = useQuery(agentsQuery(client.agents, slug));
  const { data } = list;
  const blocked = useBlockedFor("agents.edit");
  useShortcut("c", "New agent", () => setIsNew(true), { enabled: blocked === undefined });
  const isEmpty = data?.items.length === 0;
  return (
    <Page
      scroll={isEmpty}
      top={
        <TopLine
          title="Agents"
          primary={
            isEmpty ? null : (
              <Button
                variant="primary"
                icon={Plus}
                shortcut="C"
                missingRight={blocked}
                onClick={() => setIsNew(true)}
              >
                New agent
              </Button>
            )
          }
        />
      }
      foot={
        data === undefined || isEmpty ? null : (
          <FootLine
            keys={[
              { keys: "j k", label: "agent" },
              { keys: "c", label: "new agent" },
              { keys: "?", label: "all keys" },
            ]}
          >
            <span>{formatCount(data.total, "agent")}</span>
          </FootLine>
        )
      }
    >
      {data === undefined ? (
        <NotLoaded query={list} loading="Loading agents" rows={6} failed="The agents could not be loaded" />
      ) : isEmpty ? (
        <AgentsEmpty workspace={slug} workspaceName={name} onNew={() => setIsNew(true)} />
      ) : (
        <AgentTable workspace={slug} agents={data.items} />
      )}
      <NewAgentDialog workspace={slug} open={isNew} onOpenChange={setIsNew} />
    </Page>
  );
}

function AgentTable({ workspace, agents }: { workspace: string; agents: readonly AgentSummary[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  useWalkKeys(body, "[data-agent-link]", "agent");
  return (
    <div className="min-h-0 flex-1 overflow-auto compact:overflow-x-auto">
      <Table caption="Agents, by name" stacked className="min-w-[880px] compact:px-4">
        <thead>
          <tr>
            <HeaderCell width={264} className="narrow:w-60!">
              Name
            </HeaderCell>
            <HeaderCell>Description</HeaderCell>
            <HeaderCell width={150} className="narrow:w-[104px]!">
              Model
            </HeaderCell>
            <HeaderCell width={76} className="narrow:w-16!">
              Mode
            </HeaderCell>
            <HeaderCell width={104} numeric className="narrow:w-20!">
              Skills
            </HeaderCell>
            <HeaderCell width={112} numeric>
              Conversations
            </HeaderCell>
            <HeaderCell width={80} numeric className="narrow:w-16!">
              Revision
            </HeaderCell>
            <HeaderCell width={84} numeric>
              Updated
            </HeaderCell>
            <HeaderCell width={44} spoken="Actions" />
          </tr>
        </thead>
        <tbody ref={body}>
          {agents.map((agent) => (
            <AgentRow key={agent.id} workspace={workspace} agent={agent} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function AgentRow({ workspace, agent }: { workspace: string; agent: AgentSummary }) {
  const off = agent.assignmentCount - agent.enabledCount;
  return (
    <Row className="relative">
      <Cell>
        <Link
          href={agentPath(workspace, agent.slug)}
          prefetch={false}
          data-agent-link=""
          className="font-medium text-ink after:absolute after:inset-0"
        >
          <ShownText text={agent.name} />
        </Link>
      </Cell>
      <Cell title={markHidden(agent.description)}>
        {agent.description || <span className="text-ink-3">No description</span>}
      </Cell>
      <Cell label="Model">
        <ShownText text={agent.modelName} />
      </Cell>
      <Cell label="Mode">
        <MonoName className="font-normal text-12 text-ink-2">{agent.mode}</MonoName>
      </Cell>
      <Cell numeric label="Skills">
        {formatNumber(agent.enabledCount)} on
        {off === 0 ? null : <span className="text-ink-3">, {formatNumber(off)} off</span>}
      </Cell>
      <Cell numeric label="Conversations">
        {formatNumber(agent.conversationCount)}
      </Cell>
      <Cell numeric label="Revision">
        {formatNumber(agent.revision)}
      </Cell>
      <Cell numeric label="Updated">
        <RelativeTime at={agent.updatedAt} />
      </Cell>
      <Cell corner className="overflow-visible pl-0 text-right">
        <AgentMenu workspace={workspace} agent={agent} className="relative z-1" />
      </Cell>
    </Row>
  );
}
