"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { askWhatBatchesChange } from "@/components/data/batch-queries";
import { againWithRefused, carryOn, newRun, type Run, type RunRow } from "./batch-run";

/** Does something to these skills. `isRepeated`: an earlier try may have done it already. */
export type SendChunk = (names: readonly string[], isRepeated: boolean) => Promise<readonly RunRow[]>;

/** A run that is on screen: it begins, can be stopped between two chunks, and goes on where it stood. */
export function useBatchRun(workspace: string, onSettled: (run: Run) => void) {
  const cache = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const stopped = useRef(false);
  const sender = useRef<SendChunk | null>(null);

  const proceed = useCallback(
    async (from: Run) => {
      const send = sender.current;
      if (send === null) return;
      stopped.current = false;
      setRun({ ...from, phase: "running", problem: null });
      const end = await carryOn(from, { send, isStopped: () => stopped.current, onProgress: setRun });
      setRun(end);
      void askWhatBatchesChange(cache, workspace);
      onSettled(end);
    },
    [workspace, cache, onSettled],
  );

  return {
    run,
    start: (names: readonly string[], send: SendChunk) => {
      sender.current = send;
      void proceed(newRun(names));
    },
    /** After the chunk that is on its way. */
    stop: () => {
      stopped.current = true;
    },
    goOn: () => {
      if (run !== null) void proceed(run);
    },
    retryRefused: () => {
      if (run !== null) void proceed(againWithRefused(run));
    },
  };
}
