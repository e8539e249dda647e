"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { agentSkillsQuery } from "@/components/data/agent-queries";
import { skillPath } from "@/components/data/skill-paths";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount } from "@/components/ui/format";
import { SectionHead, SectionNote } from "@/components/ui/section-head";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { State } from "@/components/ui/state";
import { TextLink } from "@/components/ui/text-link";
import type { AgentSkills } from "@/lib/agents/choice-schema";
import type { Agent } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { sayRule } from "./rule-draft";
import { useAgentBlocked } from "./use-agent-blocked";

const RuleDialog = dynamic(() => import("./rule-dialog").then((module) => module.RuleDialog), { ssr: false });

/** So many at first: a large library is mostly what the rule keeps out. */
const firstShown = 20;

type AgentRuleProps = { workspace: string; agent: Agent };

/** By what the agent takes skills, and what that makes of each skill that is not assigned. */
export function AgentRule({ workspace, agent }: AgentRuleProps) {
  const [isEditing, setIsEditing] = useState(false);
  const blocked = useAgentBlocked(agent);
  const said = sayRule(agent);
  return (
    <section aria-label="Rule">
      <SectionHead
        title="Rule"
        said={agent.autoDiscover ? "finds skills by itself" : "takes what it is assigned"}
      >
        <Button
          icon={Pencil}
          missingRight={blocked}
          aria-label="Edit the rule"
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      </SectionHead>
      {said.length === 0 ? (
        <SectionNote>
          {agent.autoDiscover
            ? "Every published skill of the workspace. Say what it can do, or which names it may have, to keep some out."
            : "No skill is kept out. Say what the agent can do, and skills that need more stay out; or let it find skills by itself."}
        </SectionNote>
      ) : (
        <dl className="grid gap-x-6 gap-y-1 border-line border-b px-4 py-3">
          {said.map(([term, words]) => (
            <div key={term} className="flex flex-wrap gap-x-2">
              <dt className="w-20 text-ink-3">{term}</dt>
              <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <ShownText text={words} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {agent.autoDiscover ? <FoundSkills workspace={workspace} agent={agent.slug} /> : null}
      {isEditing ? (
        <RuleDialog workspace={workspace} agent={agent} close={() => setIsEditing(false)} />
      ) : null}
    </section>
  );
}

type ChosenSkill = AgentSkills["items"][number];

function FoundSkills({ workspace, agent }: { workspace: string; agent: string }) {
  const { data, error } = useQuery(agentSkillsQuery(client.agents, workspace, agent));
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={2} label="Loading what it finds" />
    ) : (
      <ErrorNotice error={error} title="What it finds could not be read" />
    );
  const others = data.items.filter(({ assigned }) => !assigned);
  const found = others.filter(({ choice }) => choice.in);
  const kept = others.filter(({ choice }) => !choice.in);
  return (
    <>
      <ChosenList workspace={workspace} title="Found" none="It finds no skill beside these." skills={found} />
      <ChosenList workspace={workspace} title="Kept out" none="Nothing is kept out." skills={kept} />
    </>
  );
}

type ChosenListProps = { workspace: string; title: string; none: string; skills: readonly ChosenSkill[] };

function ChosenList({ workspace, title, none, skills }: ChosenListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? skills : skills.slice(0, firstShown);
  return (
    <div className="border-line border-b px-4 py-2">
      <h3 className="text-12 text-ink-3">
        {title}: {formatCount(skills.length, "skill")}
      </h3>
      {skills.length === 0 ? <p className="text-ink-3">{none}</p> : null}
      <ul>
        {shown.map((one) => (
          <li key={one.skillId} className="flex flex-wrap items-baseline gap-x-3 py-1">
            <State icon={one.choice.in ? Check : Ban}>
              <TextLink href={skillPath(workspace, one.skill)}>
                <code>
                  <ShownText text={one.skill} />
                </code>
              </TextLink>
            </State>
            <span className="min-w-0 text-12 text-ink-3 [overflow-wrap:anywhere]">
              <ShownText text={sayChosen(one)} />
            </span>
          </li>
        ))}
      </ul>
      {shown.length < skills.length ? (
        <Button onClick={() => setIsWhole(true)}>Show all {skills.length}</Button>
      ) : null}
    </div>
  );
}

function sayChosen({ choice, version, nothing }: ChosenSkill): string {
  if (!choice.in) return `It ${choice.why}.`;
  const open = choice.leftOpen === "" ? "" : ` It ${choice.leftOpen}.`;
  return `${nothing ?? (version === null ? "" : `v${version}`)}${open}`;
}
