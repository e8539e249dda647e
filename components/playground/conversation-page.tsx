"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { agentQuery } from "@/components/data/agent-queries";
import { agentPath, eventsAddress } from "@/components/data/playground-paths";
import { conversationQuery } from "@/components/data/session-queries";
import { EventDiscussionProvider } from "@/components/discussion/event-discussion-context";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Pane, PaneHandle, Panes } from "@/components/ui/panes";
import { ShownText } from "@/components/ui/shown-text";
import type { Assignment } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import type { SessionEvent } from "@/lib/runtime/events";
import type { Described } from "@/lib/runtime/explain-turn";
import type { RunOverrides } from "@/lib/sessions/schema";
import { isBegunConversation, noteBegunConversation } from "./begun-conversation";
import { Composer } from "./composer/composer";
import { RunOptions } from "./composer/run-options";
import { suggestedSkillsOf } from "./composer/skill-suggestions";
import { SuggestedMessages } from "./composer/suggested-messages";
import { useKeptWords } from "./composer/use-kept-words";
import { ConversationTop } from "./conversation-top";
import { ClosedConversation, whyClosed } from "./conversations/closed-conversation";
import { Inspector } from "./inspector/inspector";
import { ModelBadge } from "./model-badge";
import { OpeningTimeline, OpeningTranscript } from "./opening";
import { RehearsalOf } from "./rehearsal-of";
import { ConnectionLine } from "./runs/connection-line";
import { useBranching } from "./runs/run-actions";
import { RunActionsProvider } from "./runs/run-actions-provider";
import { useLiveLog } from "./runs/use-live-log";
import { useRuns } from "./runs/use-runs";
import { useWhyNotStopped } from "./runs/use-why-not-stopped";
import { Timeline } from "./timeline/timeline";
import { Announcer } from "./transcript/announcer";
import { AwaitedCalls } from "./transcript/awaited-calls";
import { TranscriptList } from "./transcript/transcript-list";
import { useEventDiscussionOf } from "./use-event-discussion";
import { type InspectorTab, useSelection } from "./use-selection";
import { useSessionView } from "./use-session-view";

/** A run whose server died is found out by asking again. */
const runningRefreshMs = 15_000;

const none: readonly SessionEvent[] = [];
const noSkills: readonly Described[] = [];

const toDescribed = ({ skillId, skill, description }: Assignment): Described => ({
  skillId,
  name: skill,
  description,
});

/** A conversation left, its inspector right: three renderings of one log. */
export function ConversationPage({ id }: { id: string }) {
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
  const [text, setText] = useKeptWords(id);
  const [overrides, setOverrides] = useState<RunOverrides>({});
  const [goesOn] = useState(() => isBegunConversation(id));
  useEffect(() => noteBegunConversation(null), []);
  const { start, stop, pending } = useRuns(workspace, id, branch, events, (back) => setText(text || back));
  const send = () => {
    start.mutate({ message: text.trim(), overrides });
    setText("");
    // The inspector follows what is asked now, not what was looked at before.
    selection.select({ event: null }, { walking: true });
  };
  const runningId = view.running?.runId;
  const whyNotStopped = useWhyNotStopped([
    { startedBy: view.running?.start.payload.startedBy, mayEdit: conversation?.mayEdit },
  ]);
  const halt = () => runningId && stop.mutate(runningId);
  const mayHalt = runningId !== undefined && whyNotStopped === undefined;
  useShortcut("escape", "Stop the run", halt, { enabled: mayHalt, inInputs: true });
  const showBranch = useCallback((line: string) => selection.select({ branch: line }), [selection.select]);
  const branching = useBranching(workspace, id, showBranch);
  const { select: show } = selection;
  const select = useCallback((seq: number) => show({ event: seq }), [show]);
  const selectTab = useCallback((tab: InspectorTab) => show({ tab }), [show]);
  const showWhy = useCallback((seq: number) => show({ event: seq, tab: "why" }), [show]);
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
  const showEvent = useCallback((seq: number) => show({ event: seq, tab: "event" }), [show]);
  const discussion = useEventDiscussionOf(workspace, conversation, {
    id,
    show: showEvent,
    selectedSeq: view.selected?.seq ?? null,
  });
  const described = useMemo(() => agent?.assignments.map(toDescribed) ?? noSkills, [agent]);
  const isKnownEmpty = conversation?.branches.find((one) => one.id === line)?.lastSeq === 0;
  const isOpening = log.events === undefined && error === null && !isKnownEmpty;
  const isEmpty = !isOpening && view.turns.length === 0 && pending === null;
  const closedReason = conversation && whyClosed(conversation);
  return (
    <Page
      top={
        <ConversationTop
          conversation={conversation}
          agent={agent}
          branch={branch}
          onBranch={showBranch}
          start={view.turns.at(-1)?.start}
          onFork={isEmpty ? null : () => branching.fork.mutate(events.at(-1)?.seq ?? 0)}
          closedReason={closedReason}
        />
      }
    >
      <EventDiscussionProvider view={discussion}>
        <Panes id="playground" paneIds={["conversation", "inspector"]}>
          <Pane id="conversation" defaultSize="58%" minSize="360px">
            <RehearsalOf review={discussion.rehearsalOf} />
            {error ? (
              <UnreadableLog error={error} onRetry={() => void log.reload()} />
            ) : isOpening ? (
              <OpeningTranscript />
            ) : isEmpty ? (
              <SuggestedMessages
                messages={agent?.suggestedMessages ?? []}
                onChoose={setText}
                agentName={conversation?.agent?.name ?? ""}
              />
            ) : (
              <RunActionsProvider
                conversation={id}
                turns={view.turns}
                branching={branching}
                closedReason={closedReason}
              >
                <TranscriptList
                  key={branch}
                  turns={view.turns}
                  pending={pending === null ? null : { text: pending, author: user.name }}
                  viewerId={user.id}
                  selectedSeq={view.selected?.seq ?? null}
                  onSelect={select}
                  onWhy={showWhy}
                />
              </RunActionsProvider>
            )}
            {isOpening ? null : <Announcer turns={view.turns} />}
            <ConnectionLine waiting={log.connection === "waiting"} />
            {conversation ? (
              <AwaitedCalls conversation={conversation} branch={branch} events={events} />
            ) : null}
            {closedReason ? (
              <ClosedConversation reason={closedReason} />
            ) : (
              <Composer
                agent={
                  conversation?.agent
                    ? { name: conversation.agent.name, href: agentPath(workspace, conversation.agent.slug) }
                    : null
                }
                badge={<ModelBadge model={overrides.model ?? agent?.model} />}
                options={
                  agent ? <RunOptions agent={agent} value={overrides} onChange={setOverrides} /> : null
                }
                skills={suggestedSkillsOf(agent, conversation?.overlay ?? [])}
                text={text}
                onText={setText}
                onSend={send}
                running={runningId !== undefined}
                whyNotStopped={whyNotStopped}
                onStop={halt}
                sending={pending !== null}
                autoFocus={isEmpty || goesOn}
              />
            )}
          </Pane>
          <PaneHandle label="Resize the inspector" />
          <Pane id="inspector" defaultSize="42%" minSize="340px">
            {isOpening ? (
              <OpeningTimeline />
            ) : view.total > 0 ? (
              <Timeline
                lanes={view.lanes}
                total={view.total}
                filter={view.filter}
                onFilter={view.setFilter}
                viewerId={user.id}
                selected={view.selected}
                runningId={runningId}
                onSelect={select}
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
                address={eventsAddress(workspace, id)}
                onSelect={select}
                onShow={show}
                onTab={selectTab}
                onFork={branching.fork.mutate}
                closedReason={closedReason}
                described={described}
                skill={selection.skill}
              />
            </div>
          </Pane>
        </Panes>
      </EventDiscussionProvider>
    </Page>
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
