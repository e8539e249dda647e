"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, Hand, type LucideIcon, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { agentScriptsQuery } from "@/components/data/agent-queries";
import { skillPath } from "@/components/data/skill-paths";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { SectionHead, SectionNote } from "@/components/ui/section-head";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { State } from "@/components/ui/state";
import { TextLink } from "@/components/ui/text-link";
import type { Agent } from "@/lib/agents/schema";
import { agentScriptWords, sayAllowance } from "@/lib/agents/script-options";
import type { AgentScriptFacts } from "@/lib/agents/script-schema";
import { client } from "@/lib/api/client";
import type { ScriptDecision } from "@/lib/runtime/decide-script";
import { useAgentBlocked } from "./use-agent-blocked";

const ScriptsDialog = dynamic(() => import("./scripts-dialog").then((module) => module.ScriptsDialog), {
  ssr: false,
});

const decisionWords = {
  never: { word: "Never", icon: Ban },
  ask: { word: "Asks", icon: Hand },
  run: { word: "Runs", icon: Check },
} as const satisfies Record<ScriptDecision, { word: string; icon: LucideIcon }>;

/** Whether the agent's scripts run, ask or never run, skill by skill, each with its reason. */
export function AgentScripts({ workspace, agent }: { workspace: string; agent: Agent }) {
  const [isEditing, setIsEditing] = useState(false);
  const blocked = useAgentBlocked(agent);
  const { data, error } = useQuery(agentScriptsQuery(client.agents, workspace, agent.slug));
  return (
    <section aria-label="Scripts">
      <SectionHead title="Scripts" said={agentScriptWords[agent.scripts.mode]}>
        <Button
          icon={Pencil}
          missingRight={blocked}
          aria-label="Edit the rule for scripts"
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      </SectionHead>
      {data !== undefined ? (
        <ScriptList workspace={workspace} facts={data} />
      ) : error === null ? (
        <SkeletonRows rows={2} label="Loading what runs" />
      ) : (
        <ErrorNotice error={error} title="What runs could not be read" />
      )}
      {isEditing ? (
        <ScriptsDialog workspace={workspace} agent={agent} close={() => setIsEditing(false)} />
      ) : null}
    </section>
  );
}

function ScriptList({ workspace, facts }: { workspace: string; facts: AgentScriptFacts }) {
  const { items, withoutSkills, inForce } = facts;
  if (inForce === "off" || items.length === 0) return <SectionNote>{withoutSkills.message}</SectionNote>;
  return (
    <ul className="border-line border-b px-4 py-2">
      {items.map(({ skillId, skill, decision, message, listed }) => (
        <li key={skillId} className="flex flex-wrap items-baseline gap-x-3 py-1">
          <State icon={decisionWords[decision].icon}>{decisionWords[decision].word}</State>
          <TextLink href={skillPath(workspace, skill)}>
            <code>
              <ShownText text={skill} />
            </code>
          </TextLink>
          <span className="min-w-0 text-12 text-ink-3 [overflow-wrap:anywhere]">
            <ShownText text={listed === null ? message : `Without asking: ${sayAllowance(listed)}`} />
          </span>
        </li>
      ))}
    </ul>
  );
}
