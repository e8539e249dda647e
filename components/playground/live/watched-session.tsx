"use client";

import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { liveHostsPath, playgroundPath } from "@/components/data/playground-paths";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Icon } from "@/components/ui/icon";
import { Pane, PaneHandle, Panes } from "@/components/ui/panes";
import type { LiveSession } from "@/lib/gateway/live-schema";
import type { SessionEvent } from "@/lib/runtime/events";
import { TranscriptSkeleton } from "../conversation-skeletons";
import { ViewTimeline } from "../timeline/view-timeline";
import { Announcer } from "../transcript/announcer";
import { TranscriptList } from "../transcript/transcript-list";
import { useSelection } from "../use-selection";
import { useSessionView } from "../use-session-view";
import { LiveInspector } from "./live-inspector";

const none: readonly SessionEvent[] = [];

type WatchedSessionProps = {
  id: string;
  title: (events: readonly SessionEvent[]) => string;
  /** Says who speaks here. */
  badge: ReactNode;
  /** The page's own act, when it has one. */
  primary?: ReactNode;
  log: { data: { items: readonly SessionEvent[] } | undefined; error: Error | null };
  /** Of the log, as programs read it. */
  address: string;
  /** Null for an agent's own program, which has no dialect of its own to be compared with. */
  host: LiveSession | null;
  /** Who writes here, in the place of the composer. */
  children: ReactNode;
};

/** A session that happens elsewhere: its log left, one event of it right. It is read, never written. */
export function WatchedSession(props: WatchedSessionProps) {
  const { id, title, badge, primary, log, address, host, children } = props;
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const events = log.data?.items ?? none;
  const selection = useSelection();
  const view = useSessionView(events, user.id, selection, id);
  const select = (seq: number) => selection.select({ event: seq });
  const isOpening = log.data === undefined && log.error === null;
  const shared = { view, viewerId: user.id, onSelect: select };
  const crumbs = [
    { label: "Playground", href: playgroundPath(workspace) },
    { label: "Live hosts", href: liveHostsPath(workspace) },
  ];
  return (
    <Page top={<TopLine title={title(events)} crumbs={crumbs} chips={badge} primary={primary} />}>
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
          <p className="flex flex-none items-center gap-2 border-line border-t px-4 py-3 text-ink-2">
            <Icon of={Lock} size={15} className="flex-none text-ink-3" />
            <span>{children} It is no rehearsal and counts as none.</span>
          </p>
        </Pane>
        <PaneHandle label="Resize the inspector" />
        <Pane id="inspector" defaultSize="42%" minSize="340px">
          <ViewTimeline {...shared} isOpening={isOpening} />
          <div className="min-h-0 flex-1">
            <LiveInspector {...shared} session={host} address={address} events={events} />
          </div>
        </Pane>
      </Panes>
    </Page>
  );
}
