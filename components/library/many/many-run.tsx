"use client";

import { Play } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { rehearseAgentPath } from "@/components/data/agent-paths";
import { ButtonLink } from "@/components/ui/button";
import type { ManyAct } from "./act-words";
import { type Run, undoable } from "./batch-run";
import type { Job } from "./plan-job";
import { RunView } from "./run-view";
import { takesBack } from "./take-back";
import { useBatchRun } from "./use-batch-run";
import { useOfferUndo } from "./use-offer-undo";

type ManyRunProps = {
  workspace: string;
  kind: ManyAct;
  job: Job;
  onSettled: ((run: Run) => void) | undefined;
  /** Says what closing the dialog does now: while something is under way, it only stops. */
  onLeave: (leave: () => void) => void;
  close: () => void;
};

const nothing = () => undefined;

/** The job from its first skill to its report, and back again where somebody takes it back. */
export function ManyRun({ workspace, kind, job, onSettled = nothing, onLeave, close }: ManyRunProps) {
  const [isUndo, setUndo] = useState(false);
  const forward = useBatchRun(workspace, onSettled);
  const back = useBatchRun(workspace, nothing);
  const offerUndo = useOfferUndo(workspace, kind);
  const shown = isUndo ? back : forward;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    forward.start(job.names, job.send);
  });

  const { run } = shown;
  const isRunning = run === null || run.phase === "running";
  const takeBack = useCallback(() => {
    const rows = forward.run?.rows ?? [];
    setUndo(true);
    back.start(
      undoable(rows).map(({ name }) => name),
      takesBack(workspace, rows),
    );
  }, [forward.run, back.start, workspace]);

  const leave = () => {
    if (isRunning) return shown.stop();
    close();
    if (!isUndo && forward.run !== null) offerUndo(forward.run.rows);
  };
  const latestLeave = useRef(leave);
  useEffect(() => {
    latestLeave.current = leave;
  });
  const tellLeave = useRef(onLeave);
  useEffect(() => tellLeave.current(() => latestLeave.current()), []);

  if (run === null) return null;
  const { newAgent } = job;
  return (
    <RunView
      workspace={workspace}
      kind={kind}
      run={run}
      isUndo={isUndo}
      onStop={shown.stop}
      onGoOn={shown.goOn}
      onRetry={shown.retryRefused}
      onUndo={takeBack}
      close={leave}
      next={
        newAgent === null || isUndo ? null : (
          <ButtonLink icon={Play} href={rehearseAgentPath(workspace, newAgent.slug)}>
            Rehearse with {newAgent.name}
          </ButtonLink>
        )
      }
    />
  );
}
