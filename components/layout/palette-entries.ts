"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Bot, Braces, CornerDownRight, MessagesSquare, Package, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { LucideIcon } from "@/components/ui/icon";
import { client, unwrap } from "@/lib/api/client";
import type { SkillSummary } from "@/lib/library/schema";
import { useWorkspace } from "./current-workspace";
import { useShortcuts } from "./keyboard";
import { matchesWords } from "./matches";
import { rooms } from "./navigation";

export type PaletteEntry = {
  id: string;
  icon: LucideIcon;
  label: string;
  /** The label is a machine's name. */
  mono?: boolean;
  detail?: string;
  /** At the right. */
  hint?: string;
  shortcut?: string;
  run: () => void;
};
export type PaletteGroup = { label: string; entries: readonly PaletteEntry[] };

/** Opens the palette itself. */
const paletteKeys = "mod+k";
const perGroup = "6";
const typingPauseMs = 120;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What the palette offers for this query: skills, agents, conversations, what the page can do, and the rooms. */
export function usePaletteGroups(query: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const settled = useSettled(query.trim());
  const skills = useSkillEntries(settled);
  const agents = useAgentEntries(settled);
  const conversations = useConversationEntries(settled);
  const groups = [
    { label: "On this page", entries: usePageEntries(query) },
    { label: "Skills", entries: skills.entries },
    { label: "Agents", entries: agents.entries },
    { label: "Conversations", entries: conversations.entries },
    { label: "Go to", entries: useRoomEntries(query) },
  ].filter((group) => group.entries.length > 0);
  return {
    groups,
    isSearching:
      skills.isFetching || agents.isFetching || conversations.isFetching || settled !== query.trim(),
  };
}

function useSkillEntries(query: string) {
  const router = useRouter();
  const { slug } = useWorkspace();
  const { data, isFetching } = useQuery({
    queryKey: ["library", slug, "palette", query],
    queryFn: () =>
      unwrap(
        client.library.workspaces[":workspace"].skills.$get({
          param: { workspace: slug },
          query: { limit: perGroup, ...(query ? { query } : {}) },
        }),
      ),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const entries = (data?.items ?? []).map(
    (skill): PaletteEntry => ({
      id: `skill ${skill.name}`,
      icon: Package,
      label: skill.name,
      mono: true,
      detail: skill.description,
      hint: hintOf(skill),
      run: () => router.push(`/w/${slug}/skills/${skill.name}`),
    }),
  );
  return { entries, isFetching };
}

const hintOf = ({ latestVersion, state }: Pick<SkillSummary, "latestVersion" | "state">): string =>
  latestVersion !== null ? `v${latestVersion}` : state === "withdrawn" ? "Withdrawn" : "Draft";

function useAgentEntries(query: string) {
  const router = useRouter();
  const { slug } = useWorkspace();
  const { data, isFetching } = useQuery({
    queryKey: ["agents", slug, "palette", query],
    queryFn: () =>
      unwrap(
        client.agents.workspaces[":workspace"].agents.$get({
          param: { workspace: slug },
          query: { limit: perGroup, ...(query ? { query } : {}) },
        }),
      ),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const entries = (data?.items ?? []).map(
    (agent): PaletteEntry => ({
      id: `agent ${agent.slug}`,
      icon: Bot,
      label: agent.name,
      detail: agent.description,
      hint: agent.enabledCount === 1 ? "1 skill" : `${agent.enabledCount} skills`,
      run: () => router.push(`/w/${slug}/agents/${agent.slug}`),
    }),
  );
  return { entries, isFetching };
}

function useConversationEntries(query: string) {
  const router = useRouter();
  const { slug } = useWorkspace();
  const { data, isFetching } = useQuery({
    queryKey: ["sessions", slug, "palette", query],
    queryFn: () =>
      unwrap(
        client.sessions.workspaces[":workspace"].conversations.$get({
          param: { workspace: slug },
          query: { limit: perGroup, ...(query ? { query } : {}) },
        }),
      ),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const entries = (data?.items ?? []).map(
    (conversation): PaletteEntry => ({
      id: `conversation ${conversation.id}`,
      icon: MessagesSquare,
      label: conversation.title,
      detail: conversation.agent?.name ?? "recording",
      run: () => router.push(`/w/${slug}/playground/${conversation.id}`),
    }),
  );
  return { entries, isFetching };
}

/** What a key does here can be chosen by its words too. The rooms ("g s") have their own group. */
function usePageEntries(query: string): PaletteEntry[] {
  const byKeys = new Map(useShortcuts().map((shortcut) => [shortcut.keys, shortcut]));
  return [...byKeys.values()]
    .filter(({ keys, label }) => keys !== paletteKeys && !keys.includes(" ") && matchesWords(query, label))
    .map(({ keys, label, run }) => ({
      id: `action ${keys}`,
      icon: CornerDownRight,
      label,
      shortcut: keys,
      run: () => run(new KeyboardEvent("keydown")),
    }));
}

function useRoomEntries(query: string): PaletteEntry[] {
  const router = useRouter();
  const { slug } = useWorkspace();
  const places = [
    ...rooms.map(({ path, label, icon, go }) => ({ path, label, icon, shortcut: `g ${go}` })),
    { path: "settings/account", label: "Your account", icon: UserRound },
    { path: "api-reference", label: "API reference", icon: Braces },
  ];
  return places
    .filter(({ label }) => matchesWords(query, label))
    .map(({ path, ...place }) => ({
      ...place,
      id: `room ${path}`,
      run: () => router.push(`/w/${slug}/${path}`),
    }));
}
