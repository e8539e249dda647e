"use client";

import { useQuery } from "@tanstack/react-query";
import { agentQuery } from "@/components/data/agent-queries";
import { conversationQuery } from "@/components/data/session-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { client } from "@/lib/api/client";
import type { SessionEvent } from "@/lib/runtime/events";
import { whyClosed } from "./conversations/closed-conversation";
import { useLiveLog } from "./runs/use-live-log";
import { useSelection } from "./use-selection";
import { useSessionView } from "./use-session-view";

/** A run whose server died is found out by asking again. */
const runningRefreshMs = 15_000;

const none: readonly SessionEvent[] = [];

export type OpenConversation = ReturnType<typeof useOpenConversation>;

/** All that a conversation's page reads: the conversation, its agent, its log, and what of it the address selects. */
export function useOpenConversation(id: string) {
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const selection = useSelection();
  const { branch } = selection;
  const log = useLiveLog(workspace, id, branch);
  const { events = none, error } = log;
  const { data: conversation } = useQuery({
    ...conversationQuery(client.sessions, workspace, id),
    refetchInterval: ({ state }) => (state.data?.running ? runningRefreshMs : false),
  });
  const line = branch ?? conversation?.branchId;
  const view = useSessionView(events, user.id, selection, line);
  const { data: agent } = useQuery({
    ...agentQuery(client.agents, workspace, conversation?.agent?.slug ?? ""),
    enabled: Boolean(conversation?.agent),
  });
  const isKnownEmpty = conversation?.branches.find((one) => one.id === line)?.lastSeq === 0;
  const isOpening = log.events === undefined && error === null && !isKnownEmpty;
  const closedReason = conversation && whyClosed(conversation);
  return { id, workspace, user, selection, log, events, conversation, view, agent, isOpening, closedReason };
}
