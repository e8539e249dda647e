"use client";

import { useMemo } from "react";
import type { Assignment } from "@/lib/agents/schema";
import type { Described } from "@/lib/runtime/explain-turn";
import { Inspector } from "./inspector/inspector";
import { ViewTimeline } from "./timeline/view-timeline";
import type { ConversationNavigation } from "./use-conversation-navigation";
import type { OpenConversation } from "./use-open-conversation";

type InspectorPaneProps = {
  open: OpenConversation;
  show: ConversationNavigation;
  address: string;
  onFork: (seq: number) => void;
};

const noSkills: readonly Described[] = [];

const toDescribed = ({ skillId, skill, description }: Assignment): Described => ({
  skillId,
  name: skill,
  description,
});

/** The events in a line, and the one that is selected. */
export function InspectorPane({ open, show, address, onFork }: InspectorPaneProps) {
  const { view, user, events, agent, selection, isOpening, closedReason } = open;
  const described = useMemo(() => agent?.assignments.map(toDescribed) ?? noSkills, [agent]);
  return (
    <>
      <ViewTimeline view={view} viewerId={user.id} isOpening={isOpening} onSelect={show.select} />
      <div className="min-h-0 flex-1">
        <Inspector
          isOpening={isOpening}
          events={events}
          turns={view.turns}
          selectedSeq={view.selectedSeq}
          tab={view.tab}
          viewerId={user.id}
          address={address}
          onSelect={show.select}
          onShow={selection.select}
          onTab={show.selectTab}
          onFork={onFork}
          closedReason={closedReason}
          described={described}
          skill={selection.skill}
        />
      </div>
    </>
  );
}
