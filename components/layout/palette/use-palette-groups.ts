"use client";

import { useEffect, useState } from "react";
import { useAgentEntries, useConversationEntries, useSkillEntries, useVerbEntries } from "./found-entries";
import type { PaletteGroup } from "./palette-entry";
import { useCommandEntries, usePageEntries, usePlaceEntries } from "./place-entries";
import { splitVerb } from "./split-verb";

const typingPauseMs = 120;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * What the palette offers for this query: what the page can do, skills, agents, conversations, places and commands. A
 * query that begins with a verb and goes on ("publish rel") offers that first. `isSearching` while the answer to an
 * earlier query is still shown.
 */
export function usePaletteGroups(query: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const typed = query.trim();
  const settled = useSettled(typed);
  const command = splitVerb(settled);
  const verbs = useVerbEntries(command);
  const skills = useSkillEntries(settled);
  const agents = useAgentEntries(settled);
  const conversations = useConversationEntries(settled);
  const acts = { label: "Actions", entries: verbs.entries };
  const isCommand = command?.isFull === true;
  const groups = [
    ...(isCommand ? [acts] : []),
    { label: "On this page", entries: usePageEntries(typed) },
    { label: "Skills", entries: skills.entries },
    ...(isCommand ? [] : [acts]),
    { label: "Agents", entries: agents.entries },
    { label: "Conversations", entries: conversations.entries },
    { label: "Go to", entries: usePlaceEntries(typed) },
    { label: "Commands", entries: useCommandEntries(typed) },
  ].filter((group) => group.entries.length > 0);
  const isSearching =
    settled !== typed || [verbs, skills, agents, conversations].some(({ isBehind }) => isBehind);
  return { groups, isSearching };
}
