"use client";

import { useQuery } from "@tanstack/react-query";
import { catalogueTextTitle } from "@/components/agents/agent-words";
import { catalogueQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { CodeBlock } from "@/components/ui/code-block";
import { formatNumber, formatTokens } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import type { Agent, Assignment } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import type { SkillDetail } from "@/lib/library/skill-schema";

type OfferPreviewProps = {
  agent: Agent;
  /** A draft that stands in for this skill's version. */
  draft: SkillDetail | undefined;
};

/** What the agent will be told before anything is said. */
export function OfferPreview({ agent, draft }: OfferPreviewProps) {
  const { slug: workspace } = useWorkspace();
  const { data: catalogue } = useQuery(catalogueQuery(client.agents, workspace, agent.slug));
  const enabled = agent.assignments.filter((assignment) => assignment.enabled);
  const isAdded = draft !== undefined && !enabled.some(({ skillId }) => skillId === draft.id);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Section title={`Skills of ${agent.name}`} end={`${enabled.length + (isAdded ? 1 : 0)} offered`}>
        {enabled.length === 0 && !isAdded ? (
          <p className="text-ink-2">None is on: the agent has no catalogue and no skill tools.</p>
        ) : (
          <ul>
            {enabled.map((assignment) => (
              <SkillLine
                key={assignment.skillId}
                name={assignment.skill}
                words={
                  draft?.id === assignment.skillId
                    ? `draft r${draft.draft.revision} instead of ${standsFor(assignment)}`
                    : standsFor(assignment)
                }
              />
            ))}
            {isAdded ? <SkillLine name={draft.name} words={`draft r${draft.draft.revision}, added`} /> : null}
          </ul>
        )}
      </Section>
      {catalogue && catalogue.text !== "" ? (
        <Section
          title={draft ? "Catalogue text without the draft" : catalogueTextTitle(catalogue.mode)}
          end={`${formatTokens(catalogue.tokens)} (estimate), ${formatNumber(catalogue.characters)} characters`}
          className="border-b-0"
        >
          <CodeBlock text={catalogue.text} label="the catalogue text" />
        </Section>
      ) : null}
    </div>
  );
}

function standsFor({ resolved }: Assignment): string {
  if (resolved.kind === "version") return `v${resolved.number}`;
  return resolved.kind === "draft" ? `draft r${resolved.revision}` : resolved.reason;
}

function SkillLine({ name, words }: { name: string; words: string }) {
  return (
    <li className="flex min-h-7 items-center gap-2 border-line border-t first:border-t-0">
      <code className="min-w-0 truncate">
        <ShownText text={name} />
      </code>
      <span className="ml-auto truncate text-12 text-ink-3">
        <ShownText text={words} />
      </span>
    </li>
  );
}
