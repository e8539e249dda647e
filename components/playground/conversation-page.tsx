"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { Button, ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Pane, PaneHandle, Panes } from "@/components/ui/panes";
import { client } from "@/lib/api/client";
import type { SessionEvent } from "@/lib/runtime/events";
import { Announcer } from "./announcer";
import { Composer } from "./composer";
import { ConversationMenu } from "./conversation-menu";
import { Inspector } from "./inspector";
import { OverlayChips } from "./overlay-chips";
import { agentPath, eventsAddress, newConversationPath, playgroundPath } from "./playground-paths";
import { agentQuery, conversationQuery } from "./session-queries";
import { suggestedSkillsOf } from "./skill-suggestions";
import { SuggestedMessages } from "./suggested-messages";
import { Timeline } from "./timeline";
import { TranscriptList } from "./transcript-list";
import { useLiveLog } from "./use-live-log";
import { useRuns } from "./use-runs";
import { useSessionView } from "./use-session-view";

/** A run whose server died is found out by asking again. */
const runningRefreshMs = 15_000;

const none: readonly SessionEvent[] = [];

/** A conversation left, its inspector right: three renderings of one log. */
export function ConversationPage({ id }: { id: string }) {
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const { events = none, error, reload, connection } = useLiveLog(workspace, id);
  const view = useSessionView(events, user.id);
  const { data: conversation } = useQuery({
    ...conversationQuery(client.sessions, workspace, id),
    refetchInterval: view.running ? runningRefreshMs : false,
  });
  const { data: agent } = useQuery({
    ...agentQuery(client.agents, workspace, conversation?.agent?.slug ?? ""),
    enabled: Boolean(conversation?.agent),
  });
  const [text, setText] = useState("");
  const { start, stop, pending } = useRuns(workspace, id, events, (back) => setText((now) => now || back));
  const send = () => {
    start.mutate(text.trim());
    setText("");
  };
  const runningId = view.running?.runId;
  const halt = () => runningId && stop.mutate(runningId);
  useShortcut("escape", "Stop the run", halt, { enabled: runningId !== undefined, inInputs: true });
  const select = (seq: number) => view.select({ event: seq });
  const isEmpty = view.turns.length === 0 && pending === null;
  return (
    <Page
      top={
        <TopLine
          title={conversation?.title ?? "Conversation"}
          crumbs={[{ label: "Playground", href: playgroundPath(workspace) }]}
          chips={
            conversation ? (
              <OverlayChips overlay={conversation.overlay} agent={agent} start={view.turns.at(-1)?.start} />
            ) : null
          }
          actions={conversation ? <ConversationMenu conversation={conversation} /> : null}
          primary={
            <ButtonLink
              href={newConversationPath(
                workspace,
                conversation?.agent ? { agent: conversation.agent.slug } : {},
              )}
              variant="primary"
              icon={Plus}
            >
              <span>
                New<span className="narrow:hidden"> conversation</span>
              </span>
            </ButtonLink>
          }
        />
      }
    >
      <Panes id="playground" paneIds={["conversation", "inspector"]}>
        <Pane id="conversation" defaultSize="58%" minSize="360px">
          {error ? (
            <UnreadableLog error={error} onRetry={() => void reload()} />
          ) : isEmpty ? (
            <SuggestedMessages
              messages={agent?.suggestedMessages ?? []}
              onChoose={setText}
              agentName={conversation?.agent?.name ?? ""}
            />
          ) : (
            <TranscriptList
              turns={view.turns}
              pending={pending === null ? null : { text: pending, author: user.name }}
              viewerId={user.id}
              selectedSeq={view.selected?.seq ?? null}
              onSelect={select}
            />
          )}
          <Announcer turns={view.turns} />
          <ConnectionLine waiting={connection === "waiting"} />
          <Composer
            agent={
              conversation?.agent
                ? { name: conversation.agent.name, href: agentPath(workspace, conversation.agent.slug) }
                : null
            }
            skills={suggestedSkillsOf(agent, conversation?.overlay ?? [])}
            text={text}
            onText={setText}
            onSend={send}
            running={runningId !== undefined}
            onStop={halt}
            sending={pending !== null}
            autoFocus={isEmpty}
          />
        </Pane>
        <PaneHandle label="Resize the inspector" />
        <Pane id="inspector" defaultSize="42%" minSize="340px">
          {view.total > 0 ? (
            <Timeline
              lanes={view.lanes}
              total={view.total}
              filter={view.filter}
              onFilter={view.setFilter}
              viewerId={user.id}
              selected={view.selected}
              onSelect={select}
            />
          ) : null}
          <div className="min-h-0 flex-1">
            <Inspector
              events={events}
              turns={view.turns}
              selectedSeq={view.selectedSeq}
              tab={view.tab}
              viewerId={user.id}
              address={eventsAddress(workspace, id)}
              onSelect={select}
              onTab={(tab) => view.select({ tab })}
            />
          </div>
        </Pane>
      </Panes>
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
        {error.message}
      </Notice>
    </div>
  );
}

/** Takes no room while all is well, and the same room whenever it is not. */
function ConnectionLine({ waiting }: { waiting: boolean }) {
  return (
    <p role="status" className="flex-none px-4 text-12 text-warn">
      {waiting ? (
        <span className="block pb-1.5">The connection broke. Trying again; what you see may be behind.</span>
      ) : null}
    </p>
  );
}
