"use client";

import type { ComponentProps } from "react";
import { agentPath } from "@/components/data/agent-paths";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { Composer } from "./composer/composer";
import { RunOptions } from "./composer/run-options";
import { suggestedSkillsOf } from "./composer/skill-suggestions";
import { SuggestedMessages } from "./composer/suggested-messages";
import type { Writing } from "./composer/use-writing";
import { TranscriptSkeleton } from "./conversation-skeletons";
import { ClosedConversation } from "./conversations/closed-conversation";
import { ModelBadge } from "./model-badge";
import { ReviewBanner } from "./review-banner";
import { ConnectionLine } from "./runs/connection-line";
import type { useBranching } from "./runs/run-actions";
import { RunActionsProvider } from "./runs/run-actions-provider";
import { Announcer } from "./transcript/announcer";
import { AwaitedCalls } from "./transcript/awaited-calls";
import { RunningScripts } from "./transcript/running-scripts";
import { TranscriptList } from "./transcript/transcript-list";
import type { ConversationNavigation } from "./use-conversation-navigation";
import type { OpenConversation } from "./use-open-conversation";

type ConversationPaneProps = {
  open: OpenConversation;
  /** Nothing has been said or sent yet. */
  isEmpty: boolean;
  writing: Writing;
  show: ConversationNavigation;
  branching: ReturnType<typeof useBranching>;
  rehearsalOf: ComponentProps<typeof ReviewBanner>["review"];
};

/** What was said, what waits for an answer, and the place to write. */
export function ConversationPane(props: ConversationPaneProps) {
  const { open, isEmpty, writing, rehearsalOf } = props;
  const { conversation, events, log, view, isOpening, closedReason } = open;
  return (
    <>
      <ReviewBanner review={rehearsalOf} />
      <Conversation {...props} />
      {isOpening ? null : <Announcer turns={view.turns} />}
      <ConnectionLine waiting={log.connection === "waiting"} />
      {conversation ? (
        <>
          <RunningScripts conversation={conversation} events={events} />
          <AwaitedCalls conversation={conversation} branch={open.selection.branch} events={events} />
        </>
      ) : null}
      {closedReason ? (
        <ClosedConversation reason={closedReason} />
      ) : (
        <ConversationComposer open={open} isEmpty={isEmpty} writing={writing} />
      )}
    </>
  );
}

/** The transcript, or what stands in its place. */
function Conversation({ open, isEmpty, writing, show, branching }: ConversationPaneProps) {
  const { id, log, view, user, agent, conversation, selection, closedReason } = open;
  if (log.error) return <UnreadableLog error={log.error} onRetry={() => void log.reload()} />;
  if (open.isOpening) return <TranscriptSkeleton />;
  if (isEmpty)
    return (
      <SuggestedMessages
        messages={agent?.suggestedMessages ?? []}
        onChoose={writing.setText}
        agentName={conversation?.agent?.name ?? ""}
      />
    );
  return (
    <RunActionsProvider
      conversation={id}
      turns={view.turns}
      branching={branching}
      closedReason={closedReason}
    >
      <TranscriptList
        key={selection.branch}
        turns={view.turns}
        pending={writing.pending === null ? null : { text: writing.pending, author: user.name }}
        viewerId={user.id}
        selectedSeq={view.selected?.seq ?? null}
        onSelect={show.select}
        onWhy={show.showWhy}
      />
    </RunActionsProvider>
  );
}

type ConversationComposerProps = Pick<ConversationPaneProps, "open" | "isEmpty" | "writing">;

function ConversationComposer({ open, isEmpty, writing }: ConversationComposerProps) {
  const { workspace, conversation, agent } = open;
  const { overrides } = writing;
  return (
    <Composer
      agent={
        conversation?.agent
          ? { name: conversation.agent.name, href: agentPath(workspace, conversation.agent.slug) }
          : null
      }
      badge={<ModelBadge model={overrides.model ?? agent?.model} />}
      options={agent ? <RunOptions agent={agent} value={overrides} onChange={writing.setOverrides} /> : null}
      skills={suggestedSkillsOf(agent, conversation?.overlay ?? [])}
      text={writing.text}
      onText={writing.setText}
      onSend={writing.send}
      running={writing.runningId !== undefined}
      whyNotStopped={writing.whyNotStopped}
      onStop={writing.halt}
      sending={writing.pending !== null}
      autoFocus={isEmpty || writing.goesOn}
    />
  );
}

function UnreadableLog({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="min-h-0 flex-1 p-4">
      <Notice
        tone="error"
        title="The events of this conversation could not be read"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        <ShownText text={error.message} />
      </Notice>
    </div>
  );
}
