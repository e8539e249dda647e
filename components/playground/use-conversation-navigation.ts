"use client";

import { useCallback } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import type { OpenConversation } from "./use-open-conversation";
import type { InspectorTab } from "./use-selection";

export type ConversationNavigation = ReturnType<typeof useConversationNavigation>;

/** Leads to a branch, an event or a tab of the inspector; `w` asks why the exchange in view activated what it did. */
export function useConversationNavigation({ selection, view }: OpenConversation) {
  const { select: show } = selection;
  const showBranch = useCallback((line: string) => show({ branch: line }), [show]);
  const select = useCallback((seq: number) => show({ event: seq }), [show]);
  const selectTab = useCallback((tab: InspectorTab) => show({ tab }), [show]);
  const showWhy = useCallback((seq: number) => show({ event: seq, tab: "why" }), [show]);
  const showEvent = useCallback((seq: number) => show({ event: seq, tab: "event" }), [show]);
  const asked = view.selected?.turn ?? view.turns.at(-1)?.turn;
  useShortcut(
    "w",
    "Why were these skills activated, and no others?",
    () => {
      const turn = view.turns.find(({ turn: number }) => number === asked);
      if (turn) showWhy(view.selectedSeq ?? turn.start.seq);
    },
    { enabled: view.turns.length > 0 },
  );
  return { showBranch, select, selectTab, showWhy, showEvent };
}
