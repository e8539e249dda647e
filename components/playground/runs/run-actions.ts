"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { sessionKeys } from "@/components/data/session-queries";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { EventOf } from "@/lib/runtime/events";
import type { Feedback } from "@/lib/sessions/schema";

export type RunStart = EventOf<"run-started">;

/** What a person may do with a run. The conversation gives it; where there is none, there is no menu. */
export type RunActions = {
  conversation: string;
  /** Opens the words of its message for another try. */
  edit: (start: RunStart) => void;
  repeat: (runId: string) => void;
  replay: (runId: string) => void;
  fork: (seq: number) => void;
  rate: (start: RunStart, verdict: Feedback["verdict"]) => void;
  /** `suite`: whether it should activate a skill, and nothing of its answer. */
  keepAsTest: (start: RunStart, about?: "suite") => void;
  /** Where to compare its agent, with its message. */
  compareHref: (start: RunStart) => string;
  recordingHref: (runId: string) => string;
  feedback: readonly Feedback[];
  /** Why nothing can go on from here: a recording of elsewhere, an agent that is gone. */
  closedReason: string | undefined;
};

export const RunActionsContext = createContext<RunActions | null>(null);

export const useRunActions = () => useContext(RunActionsContext);

/**
 * Begins new lines of a conversation. Each leaves the old one as it is and leads to the new one; a refusal is said
 * and changes nothing.
 */
export function useBranching(workspace: string, conversation: string, show: (branch: string) => void) {
  const queryClient = useQueryClient();
  const one = client.sessions.workspaces[":workspace"].conversations[":conversation"];
  const run = client.runs.workspaces[":workspace"].conversations[":conversation"].runs[":run"];
  const arrive = async (branch: string, words: string) => {
    await queryClient.invalidateQueries({ queryKey: sessionKeys.one(workspace, conversation) });
    show(branch);
    toast.success(words);
  };
  const fork = useMutation({
    mutationFn: (fromSeq: number) =>
      unwrap(one.branches.$post({ param: { workspace, conversation }, json: { fromSeq } })),
    onSuccess: ({ id }) => arrive(id, "A new branch from here. The old one stays as it is."),
  });
  const edit = useMutation({
    mutationFn: ({ runId, message }: { runId: string; message: string }) =>
      unwrap(run.edit.$post({ param: { workspace, conversation, run: runId }, json: { message } })),
    onSuccess: ({ branch }) => arrive(branch.id, "Sent in a new branch. The old one stays as it is."),
  });
  const repeat = useMutation({
    mutationFn: (runId: string) =>
      unwrap(run.repeat.$post({ param: { workspace, conversation, run: runId }, json: {} })),
    onSuccess: ({ branch }) => arrive(branch.id, "Runs again in a new branch."),
  });
  const replay = useMutation({
    mutationFn: (runId: string) =>
      unwrap(run.replay.$post({ param: { workspace, conversation, run: runId }, json: {} })),
    onSuccess: ({ branch }) => arrive(branch.id, "Plays the recording in a new branch. No model is asked."),
  });
  return { fork, edit, repeat, replay };
}
