"use client";

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Lock, Send } from "lucide-react";
import { agentPath } from "@/components/data/agent-paths";
import { liveHostsPath, playgroundPath, servedEventsAddress } from "@/components/data/playground-paths";
import { servedEventsQuery, servedSessionQuery } from "@/components/data/served-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { Chip } from "@/components/ui/chip";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Icon } from "@/components/ui/icon";
import { Pane, PaneHandle, Panes } from "@/components/ui/panes";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SessionEvent } from "@/lib/runtime/events";
import type { ServedSession } from "@/lib/served/schema";
import { TranscriptSkeleton } from "../conversation-skeletons";
import { ViewTimeline } from "../timeline/view-timeline";
import { Announcer } from "../transcript/announcer";
import { TranscriptList } from "../transcript/transcript-list";
import { useSelection } from "../use-selection";
import { useSessionView } from "../use-session-view";
import { LiveInspector } from "./live-inspector";
import { stateWords } from "./served-words";

const none: readonly SessionEvent[] = [];

/** A session of an agent's own program: what it was told and asked left, one event of it right. It is read alone. */
export function ServedConversationPage({ id }: { id: string }) {
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const { data: session } = useSuspenseQuery(servedSessionQuery(client.served, workspace, id));
  const log = useQuery(servedEventsQuery(client.served, workspace, id));
  const events = log.data?.items ?? none;
  const selection = useSelection();
  const view = useSessionView(events, user.id, selection, id);
  const select = (seq: number) => selection.select({ event: seq });
  const isOpening = log.data === undefined && log.error === null;
  return (
    <Page top={<ServedTop session={session} />}>
      <Panes id="playground" paneIds={["conversation", "inspector"]}>
        <Pane id="conversation" defaultSize="58%" minSize="360px">
          {isOpening ? (
            <TranscriptSkeleton />
          ) : log.error ? (
            <div className="p-4">
              <ErrorNotice error={log.error} title="The events of this session could not be read" />
            </div>
          ) : (
            <TranscriptList
              turns={view.turns}
              pending={null}
              viewerId={user.id}
              selectedSeq={view.selected?.seq ?? null}
              onSelect={select}
            />
          )}
          {isOpening ? null : <Announcer turns={view.turns} />}
          <ServedElsewhere session={session} />
        </Pane>
        <PaneHandle label="Resize the inspector" />
        <Pane id="inspector" defaultSize="42%" minSize="340px">
          <ViewTimeline view={view} viewerId={user.id} isOpening={isOpening} onSelect={select} />
          <div className="min-h-0 flex-1">
            <LiveInspector
              session={null}
              address={servedEventsAddress(workspace, session.id)}
              events={events}
              view={view}
              viewerId={user.id}
              onSelect={select}
            />
          </div>
        </Pane>
      </Panes>
    </Page>
  );
}

function ServedTop({ session }: { session: ServedSession }) {
  const { slug: workspace } = useWorkspace();
  const { agent, key, person, client: program } = session;
  return (
    <TopLine
      title={markHidden(program === null ? agent.name : `${agent.name}, ${program}`)}
      crumbs={[
        { label: "Playground", href: playgroundPath(workspace) },
        { label: "Live hosts", href: liveHostsPath(workspace) },
      ]}
      chips={
        <Chip
          icon={Send}
          title={markHidden(`A session of the agent’s own program: ${person.name}, ${key.name}`)}
        >
          Delivered live{" "}
          <span className="text-ink-3 narrow:hidden">
            <ShownText text={`${key.name}, ${stateWords[session.state]}`} />
          </span>
        </Chip>
      }
    />
  );
}

/** In the place of the composer. */
function ServedElsewhere({ session }: { session: ServedSession }) {
  const { slug: workspace } = useWorkspace();
  return (
    <p className="flex flex-none items-center gap-2 border-line border-t px-4 py-3 text-ink-2">
      <Icon of={Lock} size={15} className="text-ink-3" />
      <span>
        A program of <TextLink href={agentPath(workspace, session.agent.slug)}>{session.agent.name}</TextLink>{" "}
        asks here with the key <ShownText text={session.key.name} />. What its model says stays with it: these
        are the messages that it told and what it was answered. It is no rehearsal and counts as none.
      </span>
    </p>
  );
}
