"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Bot, MessagesSquare, Package, Play, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { agentPath, rehearseAgentPath } from "@/components/data/agent-paths";
import {
  paletteAgentsQuery,
  paletteConversationsQuery,
  paletteSkillsQuery,
} from "@/components/data/palette-queries";
import { conversationPath } from "@/components/data/playground-paths";
import { skillPath } from "@/components/data/skill-paths";
import { formatCount } from "@/components/ui/format";
import { can } from "@/lib/access/permissions";
import { client } from "@/lib/api/client";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { useWorkspace } from "../current-workspace";
import { offeredActs } from "./offered-acts";
import type { PaletteEntry } from "./palette-entry";
import type { SkillVerb } from "./split-verb";

/** `isBehind`: the answer to this query is not there yet, and what is shown belongs to an earlier one. */
type Found = { entries: readonly PaletteEntry[]; isBehind: boolean };

const behind = ({ isPending, isPlaceholderData, isError }: UseQueryResult): boolean =>
  !isError && (isPending || isPlaceholderData);

const none: Found = { entries: [], isBehind: false };

const versionHint = ({ latestVersion, state }: SkillSummary): string =>
  latestVersion !== null ? `v${latestVersion}` : state === "withdrawn" ? "Withdrawn" : "Draft";

export function useSkillEntries(query: string): Found {
  const router = useRouter();
  const { slug, role } = useWorkspace();
  const asked = useQuery(paletteSkillsQuery(client.library, slug, query));
  const entries = (asked.data?.items ?? []).map(
    (skill): PaletteEntry => ({
      id: `skill ${skill.name}`,
      icon: Package,
      label: skill.name,
      mono: true,
      detail: skill.description,
      hint: versionHint(skill),
      acts: offeredActs(slug, role, skill).map(({ verb, icon, label, path }) => ({
        id: verb,
        icon,
        label,
        run: () => router.push(path),
      })),
      run: () => router.push(skillPath(slug, skill.name)),
    }),
  );
  return { entries, isBehind: behind(asked) };
}

/** The verb that was typed, for each skill that the rest of the query finds. */
export function useVerbEntries(command: { verb: SkillVerb; rest: string } | null): Found {
  const router = useRouter();
  const { slug, role } = useWorkspace();
  const asked = useQuery({
    ...paletteSkillsQuery(client.library, slug, command?.rest ?? ""),
    enabled: command !== null,
  });
  if (command === null) return none;
  const entries = (asked.data?.items ?? []).flatMap((skill) =>
    offeredActs(slug, role, skill)
      .filter(({ verb }) => verb === command.verb)
      .map(
        ({ verb, icon, label, path }): PaletteEntry => ({
          id: `${verb} ${skill.name}`,
          icon,
          label: `${label}: ${skill.name}`,
          detail: skill.description,
          hint: versionHint(skill),
          run: () => router.push(path),
        }),
      ),
  );
  return { entries, isBehind: behind(asked) };
}

export function useAgentEntries(query: string): Found {
  const router = useRouter();
  const { slug, role } = useWorkspace();
  const asked = useQuery(paletteAgentsQuery(client.agents, slug, query));
  const entries = (asked.data?.items ?? []).map(
    (agent): PaletteEntry => ({
      id: `agent ${agent.slug}`,
      icon: Bot,
      label: agent.name,
      detail: agent.description,
      hint: formatCount(agent.enabledCount, "skill"),
      acts: [
        {
          id: "rehearse",
          icon: Play,
          label: "Rehearse",
          run: () => router.push(rehearseAgentPath(slug, agent.slug)),
        },
        {
          id: "open",
          icon: can(role, "agents.edit") ? Plus : Bot,
          label: can(role, "agents.edit") ? "Assign skills" : "See its skills",
          run: () => router.push(agentPath(slug, agent.slug)),
        },
      ],
      run: () => router.push(agentPath(slug, agent.slug)),
    }),
  );
  return { entries, isBehind: behind(asked) };
}

export function useConversationEntries(query: string): Found {
  const router = useRouter();
  const { slug } = useWorkspace();
  const asked = useQuery(paletteConversationsQuery(client.sessions, slug, query));
  const entries = (asked.data?.items ?? []).map(
    (conversation): PaletteEntry => ({
      id: `conversation ${conversation.id}`,
      icon: MessagesSquare,
      label: conversation.title,
      detail: conversation.agent?.name ?? "recording",
      run: () => router.push(conversationPath(slug, conversation.id)),
    }),
  );
  return { entries, isBehind: behind(asked) };
}
