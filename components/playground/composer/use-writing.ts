"use client";

import { useEffect, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import type { RunOverrides } from "@/lib/sessions/schema";
import { isBegunConversation, noteBegunConversation } from "../begun-conversation";
import { useKeptWords } from "../composer/use-kept-words";
import { useRuns } from "../runs/use-runs";
import { useWhyNotStopped } from "../runs/use-why-not-stopped";
import type { OpenConversation } from "../use-open-conversation";

export type Writing = ReturnType<typeof useWriting>;

/** What a person writes in an open conversation, how it is sent, and how what runs is stopped; Esc stops it too. */
export function useWriting({ id, workspace, selection, events, conversation, view }: OpenConversation) {
  const [text, setText] = useKeptWords(id);
  const [overrides, setOverrides] = useState<RunOverrides>({});
  const [goesOn] = useState(() => isBegunConversation(id));
  useEffect(() => noteBegunConversation(null), []);
  const { start, stop, pending } = useRuns(workspace, id, selection.branch, events, (back) =>
    setText(text || back),
  );
  const send = () => {
    start.mutate({ message: text.trim(), overrides });
    setText("");
    // The inspector follows what is asked now, not what was looked at before.
    selection.select({ event: null }, { walking: true });
  };
  const runningId = view.running?.runId;
  const whyNotStopped = useWhyNotStopped([
    { startedBy: view.running?.start.payload.startedBy, mayEdit: conversation?.mayEdit },
  ]);
  const halt = () => runningId && stop.mutate(runningId);
  const mayHalt = runningId !== undefined && whyNotStopped === undefined;
  useShortcut("escape", "Stop the run", halt, { enabled: mayHalt, inInputs: true });
  return { text, setText, overrides, setOverrides, goesOn, pending, send, runningId, whyNotStopped, halt };
}
