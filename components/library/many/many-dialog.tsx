"use client";

import { useState } from "react";
import type { ChosenSkills } from "@/components/data/batch-queries";
import { Dialog } from "@/components/ui/dialog";
import { actTitle, type ManyAct } from "./act-words";
import type { Run } from "./batch-run";
import { ManyForm } from "./many-form";
import { ManyRun } from "./many-run";
import type { Job } from "./plan-job";

/** An act that somebody asked for, with the skills that were chosen then. */
export type AskedAct = {
  kind: ManyAct;
  skills: ChosenSkills;
  count: number;
  /** Agents that the page stands for; otherwise they are chosen here. */
  agents?: readonly string[] | undefined;
  /** Publishing goes straight on to assigning. */
  alsoAssign?: boolean | undefined;
};

type ManyDialogProps = {
  workspace: string;
  asked: AskedAct;
  /** What was done, whenever a run ends: its rows need not stay chosen. */
  onSettled?: ((run: Run) => void) | undefined;
  close: () => void;
};

/** One act for many skills: what it needs, what it would do to each, how far it is, what came of it. */
export function ManyDialog({ workspace, asked, onSettled, close }: ManyDialogProps) {
  const [job, setJob] = useState<Job | null>(null);
  const [leave, setLeave] = useState<() => void>(() => close);
  return (
    <Dialog
      open
      onOpenChange={() => leave()}
      size="large"
      title={actTitle(asked.kind, asked.count)}
      description={job === null ? "Nothing happens before you press the button below." : undefined}
    >
      {job === null ? (
        <ManyForm workspace={workspace} asked={asked} onBegin={setJob} close={close} />
      ) : (
        <ManyRun
          workspace={workspace}
          kind={asked.kind}
          job={job}
          onSettled={onSettled}
          onLeave={(next) => setLeave(() => next)}
          close={close}
        />
      )}
    </Dialog>
  );
}
