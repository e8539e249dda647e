"use client";

import { eventsAddress } from "@/components/data/playground-paths";
import { EventDiscussionProvider } from "@/components/discussion/event-discussion-context";
import { Page } from "@/components/layout/page";
import { Pane, PaneHandle, Panes } from "@/components/ui/panes";
import { useWriting } from "./composer/use-writing";
import { ConversationPane } from "./conversation-pane";
import { ConversationTop } from "./conversation-top";
import { InspectorPane } from "./inspector-pane";
import { useBranching } from "./runs/run-actions";
import { useConversationNavigation } from "./use-conversation-navigation";
import { useEventDiscussionOf } from "./use-event-discussion";
import { useOpenConversation } from "./use-open-conversation";

/** Shows a conversation left, its inspector right: three renderings of one log. */
export function ConversationPage({ id }: { id: string }) {
  const open = useOpenConversation(id);
  const { workspace, conversation, agent, view, events, isOpening, closedReason } = open;
  const writing = useWriting(open);
  const show = useConversationNavigation(open);
  const branching = useBranching(workspace, id, show.showBranch);
  const discussion = useEventDiscussionOf(workspace, conversation, {
    id,
    show: show.showEvent,
    selectedSeq: view.selected?.seq ?? null,
  });
  const isEmpty = !isOpening && view.turns.length === 0 && writing.pending === null;
  return (
    <Page
      top={
        <ConversationTop
          conversation={conversation}
          agent={agent}
          branch={open.selection.branch}
          onBranch={show.showBranch}
          start={view.turns.at(-1)?.start}
          onFork={isEmpty ? null : () => branching.fork.mutate(events.at(-1)?.seq ?? 0)}
          closedReason={closedReason}
        />
      }
    >
      <EventDiscussionProvider view={discussion}>
        <Panes id="playground" paneIds={["conversation", "inspector"]}>
          <Pane id="conversation" defaultSize="58%" minSize="360px">
            <ConversationPane
              open={open}
              isEmpty={isEmpty}
              writing={writing}
              show={show}
              branching={branching}
              rehearsalOf={discussion.rehearsalOf}
            />
          </Pane>
          <PaneHandle label="Resize the inspector" />
          <Pane id="inspector" defaultSize="42%" minSize="340px">
            <InspectorPane
              open={open}
              show={show}
              address={eventsAddress(workspace, id)}
              onFork={branching.fork.mutate}
            />
          </Pane>
        </Panes>
      </EventDiscussionProvider>
    </Page>
  );
}
