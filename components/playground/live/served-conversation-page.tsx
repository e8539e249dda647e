"use client";

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { agentPath } from "@/components/data/agent-paths";
import { servedEventsAddress } from "@/components/data/playground-paths";
import { servedEventsQuery, servedSessionQuery } from "@/components/data/served-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Chip } from "@/components/ui/chip";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ServedSession } from "@/lib/served/schema";
import { stateWords } from "./served-words";
import { WatchedSession } from "./watched-session";

/** A session of an agent's own program: what it was told and asked. */
export function ServedConversationPage({ id }: { id: string }) {
  const { slug: workspace } = useWorkspace();
  const { data: session } = useSuspenseQuery(servedSessionQuery(client.served, workspace, id));
  const log = useQuery(servedEventsQuery(client.served, workspace, id));
  const { agent, client: program } = session;
  return (
    <WatchedSession
      id={id}
      title={() => markHidden(program === null ? agent.name : `${agent.name}, ${program}`)}
      badge={<ServedBadge session={session} />}
      log={log}
      address={servedEventsAddress(workspace, session.id)}
      host={null}
    >
      A program of{" "}
      <TextLink href={agentPath(workspace, agent.slug)}>
        <ShownText text={agent.name} />
      </TextLink>{" "}
      asks here with the key <ShownText text={session.key.name} />. What its model says stays with it: these
      are the messages that it told and what it was answered.
    </WatchedSession>
  );
}

function ServedBadge({ session: { key, person, state } }: { session: ServedSession }) {
  return (
    <Chip icon={Send} title={markHidden(`A session of the agent’s own program: ${person.name}, ${key.name}`)}>
      Delivered live{" "}
      <span className="text-ink-3 narrow:hidden">
        <ShownText text={`${key.name}, ${stateWords[state]}`} />
      </span>
    </Chip>
  );
}
