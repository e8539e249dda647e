"use client";

import { PencilLine, Play } from "lucide-react";
import { rehearseSkillPath } from "@/components/data/skill-paths";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import type { TriggerSuite } from "@/lib/proof/suites/suite-schema";
import { fewestCasesToJudge } from "@/lib/statistics/score-cases";

type NoCasesProps = { workspace: string; skill: string; onWrite: () => void };

/** No case is made up from the description: those would only say what it says itself. */
export function NoCases({ workspace, skill, onWrite }: NoCasesProps) {
  return (
    <EmptyState
      title="Is this skill found when it should be?"
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={PencilLine} onClick={onWrite}>
            Write the first cases
          </Button>
          <ButtonLink href={rehearseSkillPath(workspace, skill)} icon={Play}>
            Collect them in the playground
          </ButtonLink>
        </div>
      }
      example={
        <figure className="rounded-2 border border-line p-4">
          <figcaption className="mb-2 text-12 text-ink-3">A suite, as people write one</figcaption>
          <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5">
            <dt>The words of somebody who needs it</dt>
            <dd className="font-mono text-12">
              <ShownText text={skill} />
            </dd>
            <dt>The same need in other words, with typing errors</dt>
            <dd className="font-mono text-12">
              <ShownText text={skill} />
            </dd>
            <dt>Something close that another skill is for</dt>
            <dd>not this one</dd>
            <dt>Small talk</dt>
            <dd>nothing</dd>
          </dl>
        </figure>
      }
    >
      Each case is a message and what should be activated by it. A run asks the agent’s model every one of
      them in a real session, in each host that you choose. {fewestCasesToJudge} cases are the fewest that are
      judged. Paste them, bring a CSV file, or save messages of the playground as test cases, best those that
      went wrong.
    </EmptyState>
  );
}

type NotRunYetProps = {
  suite: TriggerSuite;
  onRun: () => void;
  noRun: string | undefined;
  onEdit: () => void;
};

export function NotRunYet({ suite, onRun, noRun, onEdit }: NotRunYetProps) {
  return (
    <EmptyState
      title={`${formatCount(suite.cases.length, "case")}, not run yet`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={Play} onClick={onRun} blockedReason={noRun}>
            Run suite
          </Button>
          <Button icon={PencilLine} onClick={onEdit}>
            Edit cases
          </Button>
        </div>
      }
    >
      What a run costs at most is said before anything is asked.
    </EmptyState>
  );
}
