"use client";

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { liveEventsQuery, liveSessionQuery } from "@/components/data/live-queries";
import { liveEventsAddress } from "@/components/data/playground-paths";
import { hostsPath } from "@/components/data/settings-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { ButtonLink } from "@/components/ui/button";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import { titleFrom } from "@/lib/kernel/title-from";
import type { SessionEvent } from "@/lib/runtime/events";
import { hostName, LiveBadge } from "./live-badge";
import { WatchedSession } from "./watched-session";

/** A live host's conversation. */
export function LiveConversationPage({ id }: { id: string }) {
  const { slug: workspace } = useWorkspace();
  const { data: session } = useSuspenseQuery(liveSessionQuery(client.gateway, workspace, id));
  const log = useQuery(liveEventsQuery(client.live, workspace, id));
  return (
    <WatchedSession
      id={id}
      title={(events) => firstAsked(events) ?? hostName(session)}
      badge={<LiveBadge session={session} />}
      primary={
        <ButtonLink href={`${hostsPath(workspace)}?connect=1`} variant="primary" icon={Plug}>
          <span>
            Connect<span className="narrow:hidden"> a host</span>
          </span>
        </ButtonLink>
      }
      log={log}
      address={liveEventsAddress(workspace, session.id)}
      host={session}
    >
      Written in {hostName(session)}, by the key <ShownText text={session.key.name} />: requests pass through
      unchanged, and nothing is written here.
    </WatchedSession>
  );
}

/** What the person asked first; null where no words of theirs are there. */
function firstAsked(events: readonly SessionEvent[]): string | null {
  const first = events.find((event) => event.type === "run-started");
  const asked = first?.type === "run-started" ? first.payload.message.trim() : "";
  return asked === "" ? null : titleFrom(asked);
}
