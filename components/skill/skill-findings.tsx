"use client";

import { skillEditPath } from "@/components/data/skill-paths";
import { BlocksPublishing } from "@/components/library/problems/blocks-publishing";
import { DismissedFindings } from "@/components/library/problems/dismissed-findings";
import { listProblems, type Problem } from "@/components/library/problems/problems";
import { RuleLink } from "@/components/library/problems/rule-link";
import { severityLooks } from "@/components/library/problems/severity-looks";
import { splitFindings } from "@/components/library/problems/split-findings";
import { useDismissDialog } from "@/components/library/problems/use-dismiss-dialog";
import { useDismissals } from "@/components/library/problems/use-dismissals";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextButton, TextLink } from "@/components/ui/text-link";
import type { Finding } from "@/lib/findings/finding";
import type { Draft } from "@/lib/library/drafts/draft-schema";

export const findingCount = (draft: Draft | null): number | undefined =>
  draft ? draft.issues.length + splitFindings(draft.findings).open.length : undefined;

type SkillFindingsProps = { workspace: string; skill: string; draft: Draft | null };

/** Everything the rules say about the draft. */
export function SkillFindings({ workspace, skill, draft }: SkillFindingsProps) {
  const dismissals = useDismissals({ workspace, skill });
  const { ask, dialog } = useDismissDialog(dismissals);
  if (draft === null) return <SkeletonRows label="Loading the findings" rows={4} />;
  const { open, dismissed } = splitFindings(draft.findings);
  const problems = listProblems(draft.issues, open);
  return (
    <>
      {problems.length === 0 ? (
        <EmptyState inline title="Nothing found">
          The draft keeps every rule of the format, and nothing in it needs a second look.
        </EmptyState>
      ) : (
        <ul aria-label="Findings in the draft">
          {problems.map((problem) => (
            <FindingRow
              key={problem.id}
              workspace={workspace}
              problem={problem}
              address={editAddress(workspace, skill, problem.path)}
              mayDismiss={dismissals.mayDismiss}
              onDismiss={ask}
            />
          ))}
        </ul>
      )}
      <DismissedFindings
        findings={dismissed}
        dismissals={dismissals}
        place={({ path, range }) => (
          <TextLink href={editAddress(workspace, skill, path)}>
            <ShownText text={path} /> {range.startLine}:{range.startColumn}
          </TextLink>
        )}
      />
      {dialog}
    </>
  );
}

const editAddress = (workspace: string, skill: string, path: string): string =>
  `${skillEditPath(workspace, skill)}?${new URLSearchParams({ file: path })}`;

type FindingRowProps = {
  workspace: string;
  problem: Problem;
  address: string;
  mayDismiss: boolean;
  onDismiss: (finding: Finding) => void;
};

function FindingRow({ workspace, problem, address, mayDismiss, onDismiss }: FindingRowProps) {
  const { finding } = problem;
  const look = severityLooks[problem.severity];
  const { startLine, startColumn } = problem.range;
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 gap-y-0.5 border-line border-b px-4 py-2.5">
      <Icon of={look.icon} className={classNames("mt-0.5", look.hue)} />
      <p className="[overflow-wrap:anywhere]">
        <span className="sr-only">{look.word}: </span>
        <ShownText text={problem.message} />
      </p>
      <p className="col-start-2 flex flex-wrap items-baseline gap-x-2 text-12 text-ink-3">
        <TextLink href={address}>
          <ShownText text={problem.path} /> {startLine}:{startColumn}
        </TextLink>
        <RuleLink rule={problem.rule} />
        <BlocksPublishing workspace={workspace} problem={problem} />
        {finding && mayDismiss ? (
          <TextButton
            aria-label={`Dismiss… ${problem.rule} in ${problem.path}, line ${startLine}`}
            onClick={() => onDismiss(finding)}
          >
            Dismiss…
          </TextButton>
        ) : null}
        {finding && problem.blocking && !mayDismiss ? <span>a reviewer may dismiss it</span> : null}
      </p>
    </li>
  );
}
