"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client, unwrap } from "@/lib/api/client";
import type { SessionEvent } from "@/lib/runtime/events";
import { sessionKeys } from "./session-queries";

type Sent = { text: string; runId: string | null };

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
    mutationFn: (message: string) =>
      unwrap(
        runs.$post({
          param: { workspace, conversation },
          json: branch === null ? { message } : { message, branch },
        }),
      ),
    onMutate: (text) => setSent({ text, runId: null }),
    onSuccess: ({ id }, text) => setSent({ text, runId: id }),
    onError: (_error, text) => {
      setSent(null);
      giveBack(text);
    },
    onSettled: refresh,
  });
  const stop = useMutation({
    mutationFn: (run: string) => unwrap(runs[":run"].stop.$post({ param: { workspace, conversation, run } })),
  });
  const arrived = sent?.runId ? events.some(({ runId }) => runId === sent.runId) : false;
  return { start, stop, pending: sent && !arrived ? sent.text : null };
}
