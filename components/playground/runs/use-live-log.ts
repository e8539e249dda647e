"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { eventsQuery, sessionKeys } from "@/components/data/session-queries";
import { client } from "@/lib/api/client";
import type { eventSchema, SessionEvent } from "@/lib/runtime/events";
import type { EventList } from "@/lib/sessions/schema";
import { appendEvents } from "./append-events";

/** `waiting`: the connection broke and is tried again; what is shown may be behind. */
export type Connection = "opening" | "live" | "waiting";

const retryMs = 3_000;

/**
 * Keeps a conversation's log up to date by the server's event stream. Browsers reconnect by themselves and say what
 * they saw last; where one gives up (the server answered with an error), it is opened again after a while.
 */
export function useLiveLog(workspace: string, conversation: string, branch: string | null = null) {
  const { data, error, refetch } = useQuery(eventsQuery(client.sessions, workspace, conversation, branch));
  const loaded = data !== undefined;
  const queryClient = useQueryClient();
  const [connection, setConnection] = useState<Connection>("opening");
  useEffect(() => {
    if (!loaded) return;
    const key = [...sessionKeys.events(workspace, conversation), branch];
    const lastSeq = () => queryClient.getQueryData<EventList>(key)?.items.at(-1)?.seq ?? 0;
    const append = (arrived: readonly SessionEvent[]) =>
      queryClient.setQueryData<EventList>(key, (list) => {
        const items = appendEvents(list?.items ?? [], arrived);
        return list && items === list.items ? list : { items: [...items], nextAfter: null };
      });
    const path = `/api/v1/workspaces/${encodeURIComponent(workspace)}/conversations/${conversation}/events`;
    const line = branch === null ? "" : `&branch=${encodeURIComponent(branch)}`;
    const refresh = () => {
      void queryClient.invalidateQueries({ queryKey: sessionKeys.one(workspace, conversation) });
      void queryClient.invalidateQueries({ queryKey: sessionKeys.feedback(workspace, conversation) });
    };
    return followLog(() => `${path}?after=${lastSeq()}${line}`, append, setConnection, refresh);
  }, [loaded, workspace, conversation, branch, queryClient]);
  return { events: data?.items, error: data ? null : error, reload: refetch, connection };
}

/** Follows a log until told to leave. Events that arrive together are handed over together, once per frame. */
function followLog(
  addressNow: () => string,
  onEvents: (events: readonly SessionEvent[]) => void,
  onConnection: (connection: Connection) => void,
  onConversation: () => void,
): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let left = false;
  let arrived: SessionEvent[] = [];
  const flush = () => {
    frame = 0;
    onEvents(arrived);
    arrived = [];
  };
  const tryAgain = () => {
    if (!left) retry = setTimeout(open, retryMs);
  };
  const open = () => {
    // The shapes come after the first paint, which has its events from the server.
    import("@/lib/runtime/events").then((events) => left || follow(events.eventSchema), tryAgain);
  };
  const follow = (schema: typeof eventSchema) => {
    source = new EventSource(addressNow());
    source.onopen = () => onConnection("live");
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = schema.safeParse(JSON.parse(data));
      if (!event.success) return;
      arrived.push(event.data);
      // A hidden tab draws no frames, and must not fall behind for that.
      if (document.hidden) flush();
      else frame ||= requestAnimationFrame(flush);
    };
    // Another line, a call that waits for a person, a thumb: not in this line's log.
    source.addEventListener("conversation", onConversation);
    source.onerror = () => {
      onConnection("waiting");
      if (source?.readyState === EventSource.CLOSED) tryAgain();
    };
  };
  open();
  return () => {
    left = true;
    source?.close();
    clearTimeout(retry);
    cancelAnimationFrame(frame);
  };
}
