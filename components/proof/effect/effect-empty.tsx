"use client";

import { PencilLine, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import type { EffectSuite } from "@/lib/proof/suites/suite-schema";

/** No task is made up from the skill: those would only ask what it says itself. */
export function NoTasks({ onWrite }: { onWrite: () => void }) {
  return (
    <EmptyState
      title="Does this skill help?"
      action={
        <Button variant="primary" icon={PencilLine} onClick={onWrite}>
          Write the first task
        </Button>
      }
      example={
        <figure className="rounded-2 border border-line p-4">
          <figcaption className="mb-2 text-12 text-ink-3">How a task is tried</figcaption>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
            <dt className="font-medium">without</dt>
            <dd>the agent as it is, without the skill</dd>
            <dt className="font-medium">found</dt>
            <dd>the skill is in the catalogue and the model decides</dd>
            <dt className="font-medium">given</dt>
            <dd>its text is in the prompt</dd>
          </dl>
          <p className="mt-3 text-12 text-ink-3">
            Given less without is what the text is worth. Found less given is what not being found costs. They
            add up to what the skill does as it is.
          </p>
        </figure>
      }
    >
      A task is what somebody would ask the agent, and what a good answer must have. A run tries each of them
      with the skill and without it. Several tasks have to come out differently before anything is judged, and
      the page says how many.
    </EmptyState>
  );
}

type TasksNotRunProps = {
  suite: EffectSuite;
  onRun: () => void;
  noRun: string | undefined;
  onEdit: () => void;
};

export function TasksNotRun({ suite, onRun, noRun, onEdit }: TasksNotRunProps) {
  return (
    <EmptyState
      title={`${formatCount(suite.tasks.length, "task")}, not run yet`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={Play} onClick={onRun} blockedReason={noRun}>
            Run tasks
          </Button>
          <Button icon={PencilLine} onClick={onEdit}>
            Edit tasks
          </Button>
        </div>
      }
    >
      What it would cost, and how likely it decides anything, stands there before a model is asked.
    </EmptyState>
  );
}
