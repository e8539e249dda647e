import {
  CircleDashed,
  FlaskConical,
  type LucideIcon,
  TrendingDown,
  TrendingUp,
  TriangleAlert,
} from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { keepFigures } from "@/components/ui/keep-figures";
import { ShownText } from "@/components/ui/shown-text";
import type { EffectFigures } from "@/lib/proof/reports/effect-schema";
import type { SuiteRunDetail } from "@/lib/proof/schema";
import { effectVerdictWords } from "@/lib/suites/effect-words";
import { sayP } from "@/lib/verdicts/say-verdict-reason";
import { hostName, intervalText, shareText, stateWords } from "../proof-words";

const icons = {
  improved: TrendingUp,
  worse: TrendingDown,
  "not-shown": CircleDashed,
  "invalid-measurement": TriangleAlert,
  scripted: FlaskConical,
  pending: CircleDashed,
} as const satisfies Record<EffectFigures["verdict"]["word"], LucideIcon>;

type EffectVerdictProps = { run: SuiteRunDetail; figures: EffectFigures };

/** The word first, then every reason for it, how likely a repeat says the same, and what more would decide. */
export function EffectVerdict({ run, figures }: EffectVerdictProps) {
  const { word, reasons } = figures.verdict;
  const isBad = word === "worse" || word === "invalid-measurement";
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 text-16">
        <Icon of={icons[word]} size={20} className={isBad ? "text-warn" : "text-ink-2"} />
        <b className={classNames("font-semibold tracking-[-0.01em]", isBad && "text-warn")}>
          {effectVerdictWords[word]}
        </b>
        <span className="text-13 text-ink-3">
          in {hostName(run.dialects, figures.dialect)}
          {run.state === "done" ? "" : `, ${stateWords[run.state]}`}
        </span>
      </p>
      {word === "scripted" ? (
        <p className="mt-0.5 text-pretty text-ink-2">
          <ShownText text={run.model.name} /> asked no language model: the figures show that the tasks run,
          not what the skill is worth.
        </p>
      ) : null}
      <ul className="mt-0.5 grid gap-0.5 text-pretty text-ink-2 empty:hidden">
        {reasons.map(({ reason, text }) => (
          <li key={reason}>{keepFigures(text)}</li>
        ))}
      </ul>
      <p className="mt-0.5 text-pretty text-ink-2">
        {keepFigures(countWords(figures))}
        {run.judge === null ? null : (
          <>
            {" "}
            Where graders cannot tell: <ShownText text={run.judge.calibration.text} />.
          </>
        )}
      </p>
      <ChanceLine figures={figures} />
      {run.aa === null ? null : (
        <p className="mt-0.5 text-pretty text-ink-2">
          The same bytes as run {run.aa.of}: {run.aa.flipped} of {formatCount(run.aa.compared, "task")}{" "}
          flipped
          {run.aa.share === null ? "" : `, ${shareText(run.aa.share.share)} ${intervalText(run.aa.share)}`}.
        </p>
      )}
      {run.failure === null ? null : (
        <p className={classNames("mt-0.5 text-pretty", run.state === "failed" ? "text-warn" : "text-ink-2")}>
          <ShownText text={run.failure} />
        </p>
      )}
    </div>
  );
}

function countWords({ counts, p }: EffectFigures): string {
  const { wins, ties, losses } = counts;
  return `Found against without: ${formatCount(wins, "task")} won, ${ties} the same, ${losses} lost; exact ${sayP(p.greater)}.`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function ChanceLine({ figures: { agreement, power, verdict } }: { figures: EffectFigures }) {
  const isSaid = verdict.word === "improved" || verdict.word === "not-shown" || verdict.word === "worse";
  if (!isSaid || (agreement === null && power === null)) return null;
  const same = agreement?.sameTasks ?? null;
  return (
    <p className="mt-0.5 text-pretty text-ink-2">
      {same === null ? null : `The same tasks once more say the same with a chance of ${percent(same)}`}
      {agreement === null
        ? null
        : `${same === null ? "Other tasks of the kind" : ", other tasks of the kind"} with ${percent(agreement.otherTasks)}. `}
      {power === null
        ? null
        : power.more === null
          ? "No number of such tasks would decide it."
          : power.more === 0
            ? "There are enough tasks."
            : `${formatCount(power.more, "task")} more would decide it with a chance of 80 %.`}
    </p>
  );
}
