"use client";

import { FilePlus } from "lucide-react";
import { BlocksPublishing } from "@/components/library/problems/blocks-publishing";
import { DismissedFindings } from "@/components/library/problems/dismissed-findings";
import type { Problem } from "@/components/library/problems/problems";
import { RuleLink } from "@/components/library/problems/rule-link";
import { severityLooks } from "@/components/library/problems/severity-looks";
import { useDismissDialog } from "@/components/library/problems/use-dismiss-dialog";
import { type Dismissals, useDismissals } from "@/components/library/problems/use-dismissals";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { TextButton } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toaster";
import type { Finding } from "@/lib/findings/finding";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { useEditor, useEditorState } from "../editor-context";
import { fileActions } from "../files/file-actions";
import { missingTarget } from "../files/missing-target";

/** Everything the rules say about this draft, in words; a click goes to the place. */
export function ProblemsPanel() {
  const { workspace, skill, session, reveal } = useEditor();
  const problems = useEditorState((state) => state.problems);
  const dismissed = useEditorState((state) => state.dismissed);
  const dismissals = useDismissals({ workspace, skill, onSettled: () => void session.refresh() });
  const { ask, dialog } = useDismissDialog(dismissals);
  return (
    <>
      {problems.length === 0 ? (
        <EmptyState inline title="No problems">
          The package keeps every rule of the format, and nothing in it needs a second look.
        </EmptyState>
      ) : (
        <ul aria-label="Problems">
          {problems.map((problem) => (
            <ProblemRow key={problem.id} problem={problem} dismissals={dismissals} onDismiss={ask} />
          ))}
        </ul>
      )}
      <DismissedFindings
        findings={dismissed}
        dismissals={dismissals}
        place={({ path, range: { startLine: line, startColumn: column } }) => (
          <TextButton onClick={() => reveal(path, { line, column })}>
            <ShownText text={path} /> {line}:{column}
          </TextButton>
        )}
      />
      {dialog}
    </>
  );
}

type ProblemRowProps = {
  problem: Problem;
  dismissals: Dismissals;
  onDismiss: (finding: Finding) => void;
};

function ProblemRow({ problem, dismissals, onDismiss }: ProblemRowProps) {
  const { workspace, session, reveal } = useEditor();
  const look = severityLooks[problem.severity];
  const { startLine: line, startColumn: column } = problem.range;
  const wanted = useEditorState(({ draft }) => missingTarget(draft, problem));
  const create = (path: string) => {
    fileActions(session).createFile(path);
    reveal(path, { line: 1, column: 1 });
  };
  const fix = () => {
    reveal(problem.path, { line, column });
    if (!session.applyFix(problem))
      toast("The text has changed since; the list is being brought up to date.");
  };
  return (
    <li className="group relative grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 gap-y-0.5 border-line border-b px-4 py-2.5 hover:bg-hover">
      <Icon of={look.icon} className={classNames("mt-0.5", look.hue)} />
      <button
        type="button"
        onClick={() => reveal(problem.path, { line, column })}
        className="text-left [overflow-wrap:anywhere] after:absolute after:inset-0"
      >
        <span className="sr-only">{look.word}: </span>
        <ShownText text={problem.message} />
      </button>
      <p className="col-start-2 flex flex-wrap items-baseline gap-x-2 text-12 text-ink-3">
        <span>
          <ShownText text={problem.path} /> {line}:{column}
        </span>
        <RuleLink rule={problem.rule} className="inline-flex min-h-6 items-center" />
        <BlocksPublishing workspace={workspace} problem={problem} />
        <DismissAction problem={problem} dismissals={dismissals} onDismiss={onDismiss} />
      </p>
      {problem.fix || wanted ? (
        <p className="relative z-1 col-start-2 mt-1 flex flex-wrap gap-2">
          {problem.fix ? (
            <Button className="max-w-full" onClick={fix}>
              <span className="truncate" title={markHidden(problem.fix.title)}>
                <ShownText text={problem.fix.title} />
              </span>
            </Button>
          ) : null}
          {wanted ? (
            <Button icon={FilePlus} className="max-w-full" onClick={() => create(wanted)}>
              <span className="truncate" title={markHidden(wanted)}>
                Create file <ShownText text={wanted} />
              </span>
            </Button>
          ) : null}
        </p>
      ) : null}
    </li>
  );
}

/** Only what is saved can be dismissed: everybody else sees the saved draft. */
function DismissAction({ problem, dismissals, onDismiss }: ProblemRowProps) {
  const { finding, path, rule, range } = problem;
  const isSaved = useEditorState(
    ({ server }) =>
      finding !== undefined && server.findings.some((saved) => saved.fingerprint === finding.fingerprint),
  );
  if (!finding) return null;
  if (!dismissals.mayDismiss) return problem.blocking ? <span>a reviewer may dismiss it</span> : null;
  if (!isSaved) return problem.blocking ? <span>save to dismiss it</span> : null;
  return (
    <TextButton
      className="relative z-1"
      aria-label={`Dismiss… ${rule} in ${path}, line ${range.startLine}`}
      onClick={() => onDismiss(finding)}
    >
      Dismiss…
    </TextButton>
  );
}
