"use client";

import { agentPath } from "@/components/data/agent-paths";
import { DraftChangesLink } from "@/components/library/draft-base";
import { Avatar } from "@/components/ui/avatar";
import { Digest } from "@/components/ui/copy-button";
import { formatBytes, formatCount, formatTokens } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { Facts, Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { SkillAccess } from "./skill-access";
import { SkillCapabilities } from "./skill-capabilities";
import { SkillLoads } from "./skill-loads";
import { SkillMaintainers } from "./skill-maintainers";
import { SkillPlaces } from "./skill-places";
import { SkillShares } from "./skill-shares";

type Agent = SkillDetail["agents"][number];

/** What it weighs, who has it, what its frontmatter says, how the draft stands. */
export function SkillFacts({ workspace, skill }: { workspace: string; skill: SkillDetail }) {
  const { draft } = skill;
  const shown = skill.frontmatter.filter(({ key }) => key !== "name" && key !== "description");
  return (
    <>
      <Section title="Token cost" end="estimates">
        <Facts
          items={[
            ["Always in context", formatTokens(skill.metadataTokens)],
            ["On activation", formatTokens(skill.instructionTokens)],
            ["Only when read", formatTokens(skill.resourceTokens)],
          ]}
        />
      </Section>
      <Section title="Agents that use it" end={skill.agents.length || undefined}>
        {skill.agents.length === 0 ? (
          <p className="text-ink-3">No agent has it yet. Assign it on an agent’s page.</p>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {skill.agents.map((agent) => (
              <li key={agent.slug} className="flex min-h-7 items-center gap-2">
                <Avatar name={agent.name} shape="agent" />
                <TextLink href={agentPath(workspace, agent.slug)} className="min-w-0 truncate">
                  <ShownText text={agent.name} />
                </TextLink>
                <span className="ml-auto flex-none whitespace-nowrap text-12 text-ink-3">
                  <ShownText text={followWords(agent)} />
                  {agent.enabled ? "" : ", off"}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <SkillCapabilities workspace={workspace} skill={skill.name} />
      <SkillLoads workspace={workspace} skill={skill.name} />
      {skill.received ? (
        <Section title="Where it comes from">
          <p className="text-ink-3 [overflow-wrap:anywhere]">
            Written in the workspace <ShownText text={skill.received.workspace} />.
          </p>
        </Section>
      ) : (
        <SkillPlaces workspace={workspace} skill={skill.name} />
      )}
      <SkillAccess workspace={workspace} skill={skill.name} />
      <SkillShares workspace={workspace} skill={skill} />
      {skill.received ? null : <SkillMaintainers workspace={workspace} skill={skill.name} />}
      <Section title="Frontmatter">
        {shown.length === 0 && skill.tools.length === 0 ? (
          <p className="text-ink-3">Name and description only.</p>
        ) : (
          <dl className="grid gap-2">
            {shown.map(({ key, value }) => (
              <div key={key}>
                <dt className="font-mono text-12 text-sx-key">
                  <ShownText text={key} />
                </dt>
                <dd className="whitespace-pre-wrap font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">
                  <ShownText text={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Section>
      <Section
        title="Draft"
        end={<DraftChangesLink workspace={workspace} skill={skill} />}
        className="border-b-0"
      >
        <Facts
          items={[
            ["Revision", draft.revision],
            ["Digest", <Digest key="digest" digest={draft.digest} />],
            ["Based on", draft.baseVersion === null ? "nothing published" : `v${draft.baseVersion}`],
            ["Content", `${formatCount(skill.files.length, "file")}, ${formatBytes(draft.size)}`],
            ["Saved by", draft.updatedBy.name],
            ["Saved", <RelativeTime key="saved" at={draft.updatedAt} ago />],
            ["Created", <RelativeTime key="created" at={skill.createdAt} ago />],
            ...(skill.origin ? [readFrom(skill.origin)] : []),
          ]}
        />
      </Section>
    </>
  );
}

function readFrom({ path, readAt }: NonNullable<SkillDetail["origin"]>) {
  const value = (
    <span key="origin">
      <span className="font-mono text-12">
        <ShownText text={path} />
      </span>
      , <RelativeTime at={readAt} ago />
    </span>
  );
  return ["Read from", value] as const;
}

function followWords({ follows, label, version }: Agent): string {
  if (follows === "version") return `pinned to v${version}`;
  if (follows === "label") return `follows ${label}`;
  return follows === "draft" ? "follows the draft" : "follows latest";
}
