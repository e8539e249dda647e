"use client";

import { Repeat } from "lucide-react";
import { useState } from "react";
import { ErrorNotice } from "@/components/ui/error-notice";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatCount } from "@/components/ui/format";
import type { SuiteRun } from "@/lib/proof/schema";
import { CapField, capAsTyped, capProblem, runVerb } from "./cap-field";
import { isAwaited, refusalOf } from "./run-choice";
import { RunEstimate, useEstimate } from "./run-estimate";
import { useStartRun } from "./use-start-run";

type RepeatDialogProps = { skill: string; run: SuiteRun; close: () => void };

/** Asks everything once more, with the same bytes and settings; nothing kept is used, so it costs as the first time. */
export function RepeatDialog({ skill, run, close }: RepeatDialogProps) {
  const [cap, setCap] = useState(run.capUsd === null ? "" : capAsTyped(run.capUsd));
  const problem = capProblem(cap);
  const request =
    problem === undefined ? { repeatOf: run.number, capUsd: cap.trim() === "" ? null : Number(cap) } : null;
  const estimate = useEstimate(skill, request);
  const awaited = problem === undefined && isAwaited(estimate);
  const start = useStartRun(skill, { silent: true });
  return (
    <FormDialog
      title={`Repeat run ${run.number} (A/A)`}
      description={`The same bytes, ${run.suite === "trigger" ? "cases" : "tasks"}, agent and model, ${formatCount(run.repeats, "trial")} per ${run.suite === "trigger" ? "case" : "task, arm"} and host. What flips is noise, whatever else is changed later.`}
      noValidate
      verb={runVerb("Repeat", cap)}
      icon={Repeat}
      pending={start.isPending}
      blockedReason={problem ?? refusalOf(estimate)}
      onSubmit={() => request && start.mutate(request, { onSuccess: close })}
      close={close}
    >
      <CapField value={cap} onChange={setCap} />
      <div className={awaited ? "opacity-50" : undefined} aria-busy={awaited}>
        <RunEstimate estimate={estimate} problem={problem} usesKept={false} />
      </div>
      <ErrorNotice error={start.error} title="The run was not started" />
    </FormDialog>
  );
}
