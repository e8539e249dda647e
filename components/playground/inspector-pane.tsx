"use client";

import { useMemo } from "react";
import type { Assignment } from "@/lib/agents/schema";
import type { Described } from "@/lib/runtime/explain-turn";
import { TimelineSkeleton } from "./conversation-skeletons";
import { Inspector } from "./inspector/inspector";
import { Timeline } from "./timeline/timeline";
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
      {isOpening ? (
        <TimelineSkeleton />
      ) : view.total > 0 ? (
        <Timeline
          lanes={view.lanes}
          total={view.total}
          filter={view.filter}
          onFilter={view.setFilter}
          viewerId={user.id}
          selected={view.selected}
          runningId={view.running?.runId}
          onSelect={show.select}
        />
      ) : null}
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
