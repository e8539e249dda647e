"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { sessionKeys } from "@/components/data/session-queries";
import { client, unwrap } from "@/lib/api/client";
import type { SessionEvent } from "@/lib/runtime/events";
import type { RunOverrides } from "@/lib/sessions/schema";

type NewRun = { message: string; overrides: RunOverrides };
/** `afterSeq`: the newest event when it was sent. */
type Sent = { text: string; runId: string | null; afterSeq: number };

/**
 * Starts and stops runs. A message shows as being sent until the log has its run; when it is refused, the words go
 * back to where they were written.
 */
export function useRuns(
  workspace: string,
  conversation: string,
  branch: string | null,
  events: readonly SessionEvent[],
  giveBack: (text: string) => void,
) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<Sent | null>(null);
  const runs = client.runs.workspaces[":workspace"].conversations[":conversation"].runs;
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: sessionKeys.one(workspace, conversation) });
    void queryClient.invalidateQueries({ queryKey: sessionKeys.list(workspace) });
  };
  const start = useMutation({
    mutationFn: ({ message, overrides }: NewRun) =>
      unwrap(
        runs.$post({
          param: { workspace, conversation },
          json: { message, ...overrides, ...(branch === null ? {} : { branch }) },
        }),
      ),
    onMutate: ({ message }) => setSent({ text: message, runId: null, afterSeq: events.at(-1)?.seq ?? 0 }),
    onSuccess: ({ id }) => setSent((now) => now && { ...now, runId: id }),
    onError: (_error, { message }) => {
      setSent(null);
      giveBack(message);
    },
    onSettled: refresh,
  });
  const stop = useMutation({
    mutationFn: (run: string) => unwrap(runs[":run"].stop.$post({ param: { workspace, conversation, run } })),
  });
  const told = events.findLast(({ type }) => type === "run-finished" || type === "result-awaited")?.seq;
  useEffect(() => {
    // Lines, who runs and which calls wait are the conversation's, not the log's; its own news may come too early to be heard.
    if (told !== undefined)
      void queryClient.invalidateQueries({ queryKey: sessionKeys.one(workspace, conversation) });
  }, [told, queryClient, workspace, conversation]);
  const arrived = sent !== null && events.some((event) => isRunOf(sent, event));
  useEffect(() => {
    // For good: another line of the conversation may not have it.
    if (arrived) setSent(null);
  }, [arrived]);
  return { start, stop, pending: sent && !arrived ? sent.text : null };
}

/** The log is often faster than the answer that names the run. */
function isRunOf({ text, runId, afterSeq }: Sent, event: SessionEvent): boolean {
  if (event.runId === runId) return true;
  return event.type === "run-started" && event.seq > afterSeq && event.payload.message === text;
}
