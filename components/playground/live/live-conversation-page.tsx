"use client";

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Lock, Plug } from "lucide-react";
import { liveEventsQuery, liveSessionQuery } from "@/components/data/live-queries";
import { liveEventsAddress, liveHostsPath, playgroundPath } from "@/components/data/playground-paths";
import { hostsPath } from "@/components/data/settings-paths";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { ButtonLink } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Icon } from "@/components/ui/icon";
import { Pane, PaneHandle, Panes } from "@/components/ui/panes";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import type { LiveSession } from "@/lib/gateway/live-schema";
import { titleFrom } from "@/lib/kernel/title-from";
import type { SessionEvent } from "@/lib/runtime/events";
import { TranscriptSkeleton } from "../conversation-skeletons";
import { ViewTimeline } from "../timeline/view-timeline";
import { Announcer } from "../transcript/announcer";
import { TranscriptList } from "../transcript/transcript-list";
import { useSelection } from "../use-selection";
import { useSessionView } from "../use-session-view";
import { hostName, LiveBadge } from "./live-badge";
import { LiveInspector } from "./live-inspector";

const none: readonly SessionEvent[] = [];

/** A live host's conversation: the log of it left, its inspector right. It is read, never written. */
export function LiveConversationPage({ id }: { id: string }) {
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const { data: session } = useSuspenseQuery(liveSessionQuery(client.gateway, workspace, id));
  const log = useQuery(liveEventsQuery(client.live, workspace, id));
  const events = log.data?.items ?? none;
  const selection = useSelection();
  const view = useSessionView(events, user.id, selection, id);
  const select = (seq: number) => selection.select({ event: seq });
  const isOpening = log.data === undefined && log.error === null;
  return (
    <Page top={<LiveTop session={session} events={events} />}>
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
          <WrittenElsewhere session={session} />
        </Pane>
        <PaneHandle label="Resize the inspector" />
        <Pane id="inspector" defaultSize="42%" minSize="340px">
          <ViewTimeline view={view} viewerId={user.id} isOpening={isOpening} onSelect={select} />
          <div className="min-h-0 flex-1">
            <LiveInspector
              session={session}
              address={liveEventsAddress(workspace, session.id)}
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

function LiveTop({ session, events }: { session: LiveSession; events: readonly SessionEvent[] }) {
  const { slug: workspace } = useWorkspace();
  const first = events.find((event) => event.type === "run-started");
  const asked = first?.type === "run-started" ? first.payload.message.trim() : "";
  return (
    <TopLine
      title={asked === "" ? hostName(session) : titleFrom(asked)}
      crumbs={[
        { label: "Playground", href: playgroundPath(workspace) },
        { label: "Live hosts", href: liveHostsPath(workspace) },
      ]}
      chips={<LiveBadge session={session} />}
      primary={
        <ButtonLink href={`${hostsPath(workspace)}?connect=1`} variant="primary" icon={Plug}>
          <span>
            Connect<span className="narrow:hidden"> a host</span>
          </span>
        </ButtonLink>
      }
    />
  );
}

/** In the place of the composer. */
function WrittenElsewhere({ session }: { session: LiveSession }) {
  return (
    <p className="flex flex-none items-center gap-2 border-line border-t px-4 py-3 text-ink-2">
      <Icon of={Lock} size={15} className="text-ink-3" />
      <span>
        Written in {hostName(session)}, by the key <ShownText text={session.key.name} />: requests pass
        through unchanged, and nothing is written here. It is no rehearsal and counts as none.
      </span>
    </p>
  );
}
