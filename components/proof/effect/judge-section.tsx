import { Tags } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { Meter } from "@/components/ui/meter";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import type { Calibration, RunJudge } from "@/lib/proof/judges/judge-schema";
import { invalidWords } from "@/lib/proof/proof-options";
import type { EffectFigures } from "@/lib/proof/reports/effect-schema";
import { armWords } from "@/lib/suites/effect-words";
import { intervalText, shareText } from "../proof-words";

type Judged = NonNullable<EffectFigures["judged"]>;
type JudgeSectionProps = { judge: RunJudge; judged: Judged; onLabel: () => void };

/** What the judge of a run said, and what its word is worth by now. */
export function JudgeSection({ judge, judged, onLabel }: JudgeSectionProps) {
  const { calibration, name, isOtherFamily } = judge;
  const { pairs, habits, idle } = judged;
  return (
    <section aria-label="Judge and people" className="grid gap-1 border-line border-t pt-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3">
        Judge and people
        <span className="font-normal text-12 text-ink-3">
          {formatCount(calibration.labels, "label")}
          {calibration.people === 0 ? "" : `, by ${formatCount(calibration.people, "person", "people")}`}
        </span>
      </h3>
      {idle === null ? null : (
        <Notice tone="warning" title="The judge decides nothing">
          {idle.message}
        </Notice>
      )}
      <p className="text-pretty text-ink-2">
        <ShownText text={calibration.text} />.{" "}
        {isOtherFamily ? "" : <>It is of the family that it judges: models prefer answers like their own.</>}
      </p>
      <CalibrationLines calibration={calibration} judge={name} />
      <ul className="grid gap-0.5 text-12 text-ink-2">
        {judged.arms.map(({ arm, wins, ties, losses, invalid }) => (
          <li key={arm}>
            {armWords[arm]} against without, tasks with a judge: {wins} won, {ties} the same, {losses} lost
            {invalid.length === 0 ? "" : `, ${invalid.length} not measured`}.
          </li>
        ))}
        <li>
          {formatCount(pairs.judged, "pair")} judged, {pairs.skipped} told apart by graders
          {pairs.waiting === 0 ? "" : `, ${pairs.waiting} not judged`}. Turned round, {habits.turned} came out
          otherwise and count as ties.
        </li>
        {judged.invalid.map(({ reason, pairs: count, message }) => (
          <li key={reason} className="[overflow-wrap:anywhere]">
            {formatCount(count, "pair")} invalid, {invalidWords[reason]}: <ShownText text={message} />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" icon={Tags} onClick={onLabel}>
          Label pairs
        </Button>
      </div>
    </section>
  );
}

const labelNames = { win: "with the skill", tie: "no difference", loss: "without" } as const;
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** How many labels there are of those that are needed; from then on how far both agree, and on what base. */
export function CalibrationLines({ calibration, judge }: { calibration: Calibration; judge: string }) {
  const { labels, needed, isCalibrated, interval, kappa, agreement, baseRates, betweenPeople } = calibration;
  return (
    <>
      {isCalibrated ? null : (
        <Meter
          label="Labels until the judge is calibrated"
          parts={[{ label: "labelled", value: labels, fill: "bg-ink-2" }]}
          max={needed}
          valueText={`${labels} of ${needed}`}
        />
      )}
      {kappa === null || interval === null || agreement === null ? null : (
        <p className="text-12 text-ink-2">
          kappa {shareText(kappa)} {intervalText(interval)}; agree on {percent(agreement)}.
        </p>
      )}
      {baseRates.length === 0 ? null : (
        <p className="text-12 text-ink-2">
          People and <ShownText text={judge} />:{" "}
          {baseRates
            .map((rate) => `${labelNames[rate.label]} ${percent(rate.person)} and ${percent(rate.judge)}`)
            .join(", ")}
          .
        </p>
      )}
      {betweenPeople === null ? null : (
        <p className="text-12 text-ink-2">
          Two people agree on {percent(betweenPeople.agreement)} of {formatCount(betweenPeople.pairs, "pair")}{" "}
          that both labelled{betweenPeople.kappa === null ? "" : `, kappa ${shareText(betweenPeople.kappa)}`}.
        </p>
      )}
    </>
  );
}
