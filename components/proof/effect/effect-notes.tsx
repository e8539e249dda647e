import type { ReactNode } from "react";
import { formatCount } from "@/components/ui/format";
import { keepFigures } from "@/components/ui/keep-figures";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { invalidWords } from "@/lib/proof/proof-options";
import type { EffectFigures } from "@/lib/proof/reports/effect-schema";
import type { SuiteRunDetail } from "@/lib/proof/schema";
import type { TaskResult } from "@/lib/proof/trials/trial-schema";
import { armWords, signedShare } from "@/lib/suites/effect-words";
import { sayP } from "@/lib/verdicts/say-verdict-reason";

type EffectNotesProps = { run: SuiteRunDetail; figures: EffectFigures; tasks: readonly TaskResult[] };

/** What else is to be known of the figures: golden tasks, graders that say nothing, files, the published version, what is invalid. */
export function EffectNotes({ run, figures, tasks }: EffectNotesProps) {
  const nameOf = namesOf(tasks);
  const idle = figures.graders.filter(({ idle, judged }) => idle !== null && judged === null);
  const invalid = figures.invalid.reduce((sum, { trials }) => sum + trials, 0);
  return (
    <>
      {run.answeredAs.length < 2 ? null : (
        <Notice tone="warning" title="The model changed its name while the run went on">
          It answered as <ShownText text={run.answeredAs.join(", ")} />. What was measured is more than one
          model.
        </Notice>
      )}
      <GoldenLine golden={figures.golden} nameOf={nameOf} />
      {figures.approved === null ? null : <ApprovedLine approved={figures.approved} nameOf={nameOf} />}
      <NoteList label="Files left out">
        {figures.leftOut.map(({ path, effect, worse, better, p }) => (
          <li key={path}>
            <code className="[overflow-wrap:anywhere]">
              <ShownText text={path} />
            </code>
            : {effect === null ? "not measured" : `without it ${signedShare(effect)}`}, {worse.length} worse,{" "}
            {better.length} better, {keepFigures(sayP(p))}
          </li>
        ))}
      </NoteList>
      <NoteList label="Graders that say nothing about the skill">
        {idle.map(({ task, grader, kind, idle: why }) => (
          <li key={`${task} ${grader}`}>
            {nameOf(task)}, grader {grader + 1} ({kind}): <ShownText text={why?.message ?? ""} />
          </li>
        ))}
      </NoteList>
      <NoteList label={`${formatCount(invalid, "trial")} invalid, in no figure`}>
        {figures.invalid.map(({ arm, reason, trials, message }) => (
          <li key={`${arm} ${reason}`} className="[overflow-wrap:anywhere]">
            {trials} × {armWords[arm].toLowerCase()}, {invalidWords[reason]}: <ShownText text={message} />
          </li>
        ))}
      </NoteList>
      {run.withheld.length === 0 ? null : (
        <p className="text-12 text-ink-3">
          No arm showed the model the files of{" "}
          {run.withheld.map((folder) => folder.replace(/\/$/, "")).join(", ")}, where the right answers stand.
          Agents get them with the skill all the same.
        </p>
      )}
      {run.changes.length === 0 ? null : (
        <p className="text-12 text-ink-3">
          Since then:{" "}
          <ShownText text={run.changes.map(({ skill, change }) => `${skill} ${change}`).join(", ")} />. This
          run keeps to the bytes that it began with.
        </p>
      )}
    </>
  );
}

type NameOf = (id: string) => string;

function namesOf(tasks: readonly TaskResult[]): NameOf {
  const numbers = new Map(tasks.map(({ id, number }) => [id, number]));
  return (id) => `Task ${numbers.get(id) ?? "?"}`;
}

const listed = (ids: readonly string[], nameOf: NameOf): string => ids.map(nameOf).join(", ");

function GoldenLine({ golden, nameOf }: { golden: EffectFigures["golden"]; nameOf: NameOf }) {
  const { passed, failed, unmeasured } = golden;
  if (passed.length + failed.length + unmeasured.length === 0) return null;
  return (
    <p className={failed.length > 0 ? "text-warn" : "text-ink-2"}>
      {formatCount(passed.length, "golden task")} passed
      {failed.length === 0 ? "" : `, failed: ${listed(failed, nameOf)}`}
      {unmeasured.length === 0 ? "" : `, not measured: ${listed(unmeasured, nameOf)}`}.
    </p>
  );
}

type ApprovedLineProps = { approved: NonNullable<EffectFigures["approved"]>; nameOf: NameOf };

function ApprovedLine({ approved: { version, outcome, gained, lost, p }, nameOf }: ApprovedLineProps) {
  return (
    <p className={outcome === "worse" ? "text-warn" : "text-ink-2"}>
      Against v{version}: {outcome}. {gained.length} gained
      {lost.length === 0 ? ", none lost" : `, lost: ${listed(lost, nameOf)}`};{" "}
      {keepFigures(`exact ${sayP(p.twoSided)}`)}.
    </p>
  );
}

/** Nothing where the list is empty. */
function NoteList({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <details open className="text-12 text-ink-2">
      <summary className="min-h-6 cursor-default">{label}</summary>
      <ul className="grid gap-0.5 pl-4">{children}</ul>
    </details>
  );
}
