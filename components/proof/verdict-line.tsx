import { CircleDashed, FlaskConical, TriangleAlert } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { formatCount } from "@/components/ui/format";
import { Icon, type LucideIcon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { invalidWords, isGoingOn } from "@/lib/proof/proof-options";
import type { Figures } from "@/lib/proof/reports/figures-schema";
import type { SuiteRunDetail } from "@/lib/proof/schema";
import { fewestCasesToJudge } from "@/lib/statistics/score-cases";
import { hostName, intervalText, shareText, stateWords, verdictWords } from "./proof-words";
import { SelfCheckNotice } from "./self-check-notice";

type VerdictWord = Figures["verdict"]["word"];

const icons = {
  invalid: TriangleAlert,
  "too-few": CircleDashed,
  scripted: FlaskConical,
  "no-baseline": CircleDashed,
} as const satisfies Record<VerdictWord, LucideIcon>;

type VerdictLineProps = {
  run: SuiteRunDetail;
  /** Of the host that is looked at. */
  figures: Figures;
  /** How cases moved against an earlier run: facts, no verdict. Null where nothing can be compared. */
  moved: { label: string; gained: number; lost: number } | null;
};

/** The word first, then why; what cannot be judged says so instead of a figure. */
export function VerdictLine({ run, figures, moved }: VerdictLineProps) {
  const { word } = figures.verdict;
  const isBad = word === "invalid";
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 text-16">
        <Icon of={icons[word]} size={20} className={isBad ? "text-warn" : "text-ink-2"} />
        <b className={classNames("font-semibold tracking-[-0.01em]", isBad && "text-warn")}>
          {verdictWords[word]}
        </b>
        <span className="text-13 text-ink-3">
          in {hostName(run.dialects, figures.dialect)}
          {run.state === "done" ? "" : `, ${stateWords[run.state]}`}
        </span>
      </p>
      <p className="mt-0.5 text-pretty text-ink-2">{whyOf(word, run, figures)}</p>
      {moved === null ? null : (
        <p className="mt-0.5 text-pretty text-ink-2">
          Against <span className="font-mono text-12">{moved.label}</span>: {moved.gained} gained,{" "}
          {moved.lost} lost, in the cases that both have.
        </p>
      )}
      {run.aa === null ? null : <RepeatLine aa={run.aa} hosts={run.dialects.length} />}
      {run.failure === null ? null : (
        <p className={classNames("mt-0.5 text-pretty", run.state === "failed" ? "text-warn" : "text-ink-2")}>
          <ShownText text={run.failure} />
        </p>
      )}
    </div>
  );
}

function whyOf(word: VerdictWord, run: SuiteRunDetail, figures: Figures): string {
  switch (word) {
    case "scripted":
      return markHidden(
        `${run.model.name} asked no language model: the figures show that the suite runs, not how well the skill is found.`,
      );
    case "too-few":
      return `${formatCount(figures.measured, "case")} measured: no word of judgement under ${fewestCasesToJudge}. The interval says how little is known.`;
    case "invalid":
      return "Nothing here can be trusted. Mend what is named below and run it again; invalid trials are never counted as “no”.";
    case "no-baseline":
      return isGoingOn(run.state)
        ? "The figures are of what is done so far."
        : "One run says how often the skill is found, with its interval. It does not say that these bytes are better than others.";
  }
}

/** The same bytes again: what flipped is noise of the model, whatever was changed. */
function RepeatLine({ aa, hosts }: { aa: NonNullable<SuiteRunDetail["aa"]>; hosts: number }) {
  return (
    <p className="mt-0.5 text-pretty text-ink-2">
      The same bytes as run {aa.of}: <b className="font-medium text-ink">{aa.flipped}</b> of{" "}
      {formatCount(aa.compared, "case")} flipped{hosts > 1 ? " in at least one host" : ""}
      {aa.share === null ? "" : `, ${shareText(aa.share.share)} ${intervalText(aa.share)}`}.
    </p>
  );
}

/** Cases that ask for a skill, this one or a sibling, of those that the matrix has. */
const countExpecting = ({ confusion }: Figures): number =>
  new Set(confusion.cells.flatMap(({ expected, cases }) => (expected === null ? [] : cases))).size;

/** What makes figures worthless, before anybody reads them. */
export function MeasurementNotices({ run, figures }: { run: SuiteRunDetail; figures: Figures }) {
  return (
    <>
      <SelfCheckNotice run={run} />
      {figures.nothingFired ? (
        <Notice tone="warning" title="Nothing fired in the whole run" className="mb-2">
          No skill was activated in any trial, though {formatCount(countExpecting(figures), "case")} expected
          one. That is rather a broken measurement than a bad description: open a session and look at what the
          model was sent, whether it has the tool to activate with, and how it answered.
        </Notice>
      ) : null}
      {run.answeredAs.length < 2 ? null : (
        <Notice tone="warning" title="The model changed its name while the run went on" className="mb-2">
          It answered as <ShownText text={run.answeredAs.join(", ")} />. What was measured is more than one
          model: run it again, or name one of them in Settings, Models.
        </Notice>
      )}
      {figures.invalid.length === 0 ? null : (
        <details className="mt-1 text-12 text-ink-3">
          <summary className="min-h-6 cursor-default">
            {formatCount(
              figures.invalid.reduce((sum, { trials }) => sum + trials, 0),
              "trial",
            )}{" "}
            invalid, left out: {figures.invalid.map(({ reason }) => invalidWords[reason]).join(", ")}
          </summary>
          <ul className="grid gap-0.5 pl-4">
            {figures.invalid.map(({ reason, trials, message }) => (
              <li key={reason} className="[overflow-wrap:anywhere]">
                {trials} × {invalidWords[reason]}: <ShownText text={message} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {run.changes.length === 0 ? null : (
        <p className="mt-1 text-12 text-ink-3">
          Since then:{" "}
          <ShownText text={run.changes.map(({ skill, change }) => `${skill} ${change}`).join(", ")} />. This
          run keeps to the bytes that it began with.
        </p>
      )}
    </>
  );
}
